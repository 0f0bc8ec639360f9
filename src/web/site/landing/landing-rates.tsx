import { Link } from '#web/platform/page/link.tsx'
import type { PlatformPicks } from '#contract/catalogue/service-pages.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { landingText } from './texts.en.ts'
import { siteText } from '#web/parts/landing/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import type { Figures } from './landing-figures.tsx'
import { Section } from '#web/parts/landing/landing-sections.tsx'
import { platformPages } from '#web/parts/site/platform-pages.ts'
import { sayUtc } from './say-utc.ts'
import { nameOf } from './service-name.ts'

type RatesProps = {
  platforms: readonly PlatformPicks[]
  readAt: Date | undefined
  startTimes: Figures['start_times']
}

/** The platforms, each with its page and its cheapest service at the time of rendering. Start times only if measured. */
export function Rates({ platforms, readAt, startTimes }: RatesProps) {
  const t = useText(landingText)
  const site = useText(siteText)
  const { language } = useFormat()
  const rows = platformPages.map(({ slug, name }) => ({
    slug,
    name,
    offer: platforms.find((one) => one.name === name),
    seconds: startTimes.find(({ platform }) => platform === name)?.seconds,
  }))
  const hasTimes = rows.some(({ seconds }) => seconds !== undefined)
  const hasRates = rows.some(({ offer }) => offer?.lowest != null)
  return (
    <Section
      height="later-298 wide:later-188"
      id="services"
      title={hasRates ? t('ratesTitle') : site('servicesTitle')}
      lead={
        hasRates && readAt !== undefined
          ? t('ratesLead', { time: sayUtc(readAt, language) })
          : site('servicesLead')
      }
      isRaised
    >
      <ul className="amounts grid border-t border-line">
        {rows.map((row) => (
          <PlatformRow key={row.slug} {...row} hasTimes={hasTimes} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-7 gap-y-4">
        <LinkButton to="/pricing" tone="secondary">
          {t('allRates')}
        </LinkButton>
        {hasTimes && <p className="max-w-column text-13 text-ink-3">{t('ratesMeasured')}</p>}
      </div>
    </Section>
  )
}

type PlatformRowProps = {
  slug: string
  name: string
  offer: PlatformPicks | undefined
  seconds: number | undefined
  hasTimes: boolean
}

function PlatformRow({ slug, name, offer, seconds, hasTimes }: PlatformRowProps) {
  const t = useText(landingText)
  const { number, language } = useFormat()
  const lowest = offer?.lowest ?? undefined
  return (
    <li className="border-b border-line">
      <Link
        to={`/services/${slug}`}
        className="group grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-3 wide:grid-cols-[12rem_minmax(0,1fr)_9rem_10rem]"
      >
        <span className="flex items-center gap-3 text-17 font-semibold group-hover:text-petrol group-hover:underline">
          <PlatformIcon platform={name} />
          {name}
        </span>
        <span className="min-w-0 text-14 text-ink-2 max-wide:order-3 max-wide:col-span-2">
          {lowest !== undefined && <bdi className="line-clamp-1 wrap-anywhere">{nameOf(lowest)}</bdi>}
          {offer !== undefined && (
            <span className="text-13 text-ink-3">
              {t('ratesServices')}: {number(offer.services)}
            </span>
          )}
        </span>
        <span className="text-13 text-ink-3 max-wide:order-4 max-wide:col-span-2 wide:text-end">
          {hasTimes && seconds !== undefined && (
            <>
              {t('ratesStart')}{' '}
              <span className="font-semibold text-ink-2">{sayDuration(seconds, language)}</span>
            </>
          )}
        </span>
        <span className="text-end">
          {lowest !== undefined && (
            <>
              <MoneyText amount={lowest.rate} className="text-20 font-medium" />
              <span className="block text-13 text-ink-3">{t('ratesRate')}</span>
            </>
          )}
        </span>
      </Link>
    </li>
  )
}

/** "40 sec", "3 min", "2 hr". */
function sayDuration(seconds: number, language: string): string {
  const [value, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour']
  return value.toLocaleString(language, { style: 'unit', unit: String(unit), unitDisplay: 'short' })
}
