import type { PublicConfig } from '#contract/settings/public-config.ts'
import { TestimonialList } from '#web/parts/site/claims.tsx'
import { useText } from '#web/platform/i18n/text.ts'
import { siteText } from './texts.en.ts'
import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  title: string
  lead?: string
  isRaised?: boolean
  /** Its height until it is laid out, on narrow and wide screens: `later-*` (base.css). */
  height: string
  children: ReactNode
}

export function Section({ id, title, lead, isRaised = false, height, children }: SectionProps) {
  return (
    <section id={id} data-anchor className={`${height} ${isRaised ? 'border-y border-line bg-surface' : ''}`}>
      <div className="mx-auto grid max-w-content gap-7 px-4 py-14 wide:px-7 wide:py-20">
        <div className="grid gap-2">
          <h2 className="text-28 font-bold tracking-tight">{title}</h2>
          {lead !== undefined && <p className="max-w-column text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}

export function Arrow() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <path d="M4 10h12M11 5l5 5-5 5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export function Testimonials({ testimonials }: Pick<PublicConfig, 'testimonials'>) {
  const t = useText(siteText)
  if (testimonials.length === 0) return null
  return (
    <Section id="testimonials" height="later-150 wide:later-100" title={t('testimonialsTitle')}>
      <TestimonialList testimonials={testimonials} />
    </Section>
  )
}
