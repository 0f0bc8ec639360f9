import type { ReactNode } from 'react'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import { siteText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { QuestionList } from './question-list.tsx'

export function Features() {
  const t = useText(siteText)
  const features = [
    { title: t('featureExact'), text: t('featureExactText') },
    { title: t('featureRefund'), text: t('featureRefundText') },
    { title: t('featureOnce'), text: t('featureOnceText') },
    { title: t('featureLive'), text: t('featureLiveText') },
  ]
  return (
    <ul className="grid border-t border-line">
      {features.map(({ title, text }) => (
        <li key={title} className="grid content-start gap-1 border-b border-line py-4">
          <h3 className="text-17 font-bold">{title}</h3>
          <p className="text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}

export function Steps() {
  const t = useText(siteText)
  const steps = [
    { title: t('howOne'), text: t('howOneText') },
    { title: t('howTwo'), text: t('howTwoText') },
    { title: t('howThree'), text: t('howThreeText') },
  ]
  return (
    <Section id="how" height="later-138 wide:later-86" title={t('howTitle')}>
      <ol className="grid gap-7 wide:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid content-start gap-2 border-t-2 border-petrol pt-4">
            <span aria-hidden className="text-14 font-semibold text-petrol">
              {index + 1}
            </span>
            <h3 className="text-17 font-bold">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function Questions({ more }: { more: PublicConfig['faq'] }) {
  const t = useText(siteText)
  return (
    <Section id="faq" height="later-131 wide:later-142" title={t('faqTitle')} isRaised>
      <QuestionList more={more} />
    </Section>
  )
}

type SectionProps = {
  id: string
  title: string
  lead?: string
  isRaised?: boolean
  /** How high it stands until it is laid out, narrow and wide: `later-*` (base.css). */
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
