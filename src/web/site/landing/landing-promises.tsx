import { Link } from '#web/platform/page/link.tsx'
import { landingText } from './texts.en.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { Arrow, Section } from '#web/parts/landing/landing-sections.tsx'

const promises = [
  { text: 'neverPassword', to: '/faq#password' },
  { text: 'neverKeep', to: '/refund' },
  { text: 'neverTwice', to: '/terms' },
  { text: 'neverTell', to: '/privacy' },
  { text: 'neverTrack', to: '/privacy' },
  { text: 'neverGuess', to: '/refund' },
] as const

/** Each promise links to the page that explains how we keep it. */
export function NeverBand() {
  const t = useText(landingText)
  const isTracked = Object.keys(useSite().visitorTags).length > 0
  const kept = promises.filter(({ text }) => text !== 'neverTrack' || !isTracked)
  return (
    <Section
      id="never"
      height="later-149 wide:later-107"
      title={t('neverTitle')}
      lead={t('neverLead')}
      isRaised
    >
      <ul className="grid border-t border-line wide:grid-cols-2 wide:gap-x-14">
        {kept.map(({ text, to }) => (
          <li key={text} className="border-b border-line">
            <Link
              to={to}
              className="group flex min-h-14 items-center gap-3 py-2 transition-colors duration-120 hover:text-petrol"
            >
              <Cross />
              <span className="min-w-0 flex-1 group-hover:underline">{t(text)}</span>
              <Arrow />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** For visitors who want to run their own panel. */
export function OwnBand() {
  const t = useText(landingText)
  return (
    <section aria-labelledby="own-title" className="later-111 border-t wide:later-56 border-line">
      <div className="mx-auto grid max-w-content items-center gap-7 px-4 py-14 wide:grid-cols-[minmax(0,1fr)_20rem] wide:px-7">
        <div className="grid gap-3">
          <h2 id="own-title" className="text-28 font-bold tracking-tight">
            {t('ownTitle')}
          </h2>
          <p className="max-w-column text-ink-2">{t('ownText')}</p>
        </div>
        <figure className="grid gap-2 overflow-hidden rounded-card border border-line bg-sunken">
          <Guilloche isEdge />
          <figcaption className="px-5 text-13 text-ink-3">{t('ownCommand')}</figcaption>
          <code className="figures px-5 pb-5 text-20 font-medium">
            <span aria-hidden className="text-petrol select-none">
              ${' '}
            </span>
            npm start
          </code>
        </figure>
      </div>
    </section>
  )
}

function Cross() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      className="size-5 shrink-0 text-bad"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <path d="m6 6 8 8M14 6l-8 8" strokeLinecap="round" />
    </svg>
  )
}
