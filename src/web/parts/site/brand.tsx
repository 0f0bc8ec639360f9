import { Fragment } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { useSite } from '#web/platform/page/site-facts.ts'
import { cx } from '#web/ui/page/cx.ts'

/** The operator's logo, or the name if there is none or it can't be loaded (boot-script.ts). */
export function Brand({ to, className }: { to: string; className?: string }) {
  const { brand, logo } = useSite()
  return (
    <Link
      to={to}
      className={cx(
        'rounded-chip font-heading text-17 font-bold tracking-tight whitespace-nowrap',
        className,
      )}
    >
      {logo !== null && (
        <img
          src={logo.url}
          alt={brand}
          width={logo.width}
          height={logo.height}
          data-logo
          className="h-8 w-auto max-w-44 object-contain object-left no-logo:hidden max-narrow:max-w-32"
        />
      )}
      <span className={logo === null ? undefined : 'hidden no-logo:inline'}>
        <BrandName name={brand} />
      </span>
    </Link>
  )
}

/** The ampersand between words is styled. */
export function BrandName({ name }: { name: string }) {
  const [first, ...others] = name.split(' & ')
  return (
    <>
      {first}
      {others.map((word) => (
        <Fragment key={word}>
          <span className="text-petrol">&amp;</span>
          {word}
        </Fragment>
      ))}
    </>
  )
}
