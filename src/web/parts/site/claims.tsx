import type { PublicConfig } from '#contract/settings/public-config.ts'

/** The operator's figures, on the landing page and as a preview next to where they are edited. */
export function ClaimList({ claims }: Pick<PublicConfig, 'claims'>) {
  return (
    <dl className="grid grid-cols-2 gap-7 wide:grid-cols-4">
      {claims.map(({ value, label }) => (
        <div key={label} className="grid content-start gap-1 border-t-2 border-petrol pt-4">
          <dt className="order-2 text-ink-2">{label}</dt>
          <dd className="figures text-28 font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function TestimonialList({ testimonials }: Pick<PublicConfig, 'testimonials'>) {
  return (
    <ul className="grid gap-5 wide:grid-cols-3">
      {testimonials.map(({ name, role, text }) => (
        <li key={`${name} ${text}`} className="rounded-card border border-line bg-surface p-5">
          <figure className="grid gap-3">
            <blockquote className="whitespace-pre-line text-ink-2">{text}</blockquote>
            <figcaption className="font-semibold">
              {name}
              {role !== null && <span className="block text-13 font-normal text-ink-3">{role}</span>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
