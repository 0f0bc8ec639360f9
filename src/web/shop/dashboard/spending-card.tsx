import { toNativeDate } from '#contract/base/format.ts'
import { daysOf, findPace, type Spending } from '#contract/reports/spending.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSayDays } from '#web/parts/payments/say-days.ts'
import { useSession } from '#web/platform/session/session.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

const DAY_MS = 86_400_000

/** The cost of the last 30 days by day, and how long the balance lasts at that rate. */
export function SpendingCard({ spending }: { spending: Spending }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const { days, counted_until: countedUntil } = spending
  const sum = (figure: 'spent' | 'refunded') => days.reduce((all, one) => all + one[figure], 0n)
  const [spent, refunded] = [sum('spent'), sum('refunded')]
  return (
    <CardSection
      title={t('spending', { count: days.length })}
      aside={<span className="text-13 text-ink-3">{t('inUtc')}</span>}
    >
      <div className="grid gap-4 p-5 max-wide:p-4">
        <dl className="flex flex-wrap gap-x-7 gap-y-2">
          <Sum label={t('spent')} amount={spent} isLarge />
          {refunded > 0n && <Sum label={t('cameBack')} amount={refunded} />}
        </dl>
        {spent > 0n && <SpendingChart spending={spending} />}
        <Lasts spending={spending} />
        {countedUntil !== null && (
          <p className="text-13 text-ink-3">{t('countedUntil', { time: format.dateTime(countedUntil) })}</p>
        )}
      </div>
    </CardSection>
  )
}

function SpendingChart({ spending: { days, before } }: { spending: Spending }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const nameOf = (day: string) => dayName(format.language, day)
  const toValue = (amount: bigint) => ({ size: Number(amount), text: format.money(amount), amount })
  const places = days.map(({ day }, index) => (index === days.length - 1 ? t('todaySoFar') : nameOf(day)))
  const earlier = days.map(({ day }) => new Date(Date.parse(day) - days.length * DAY_MS).toISOString())
  const hasBefore = before.some((amount) => amount > 0n)
  return (
    <Chart
      caption={t('byDay')}
      placeHeading={t('day')}
      places={places}
      shortPlaces={days.map(({ day }) => nameOf(day))}
      series={[
        {
          key: 'spent',
          name: t('spent'),
          values: days.map(({ spent }) => toValue(spent)),
          before: hasBefore ? before.map(toValue) : undefined,
        },
      ]}
      before={
        hasBefore ? { name: t('daysBefore', { count: days.length }), places: earlier.map(nameOf) } : undefined
      }
      tickText={(size) => format.moneyBrief(BigInt(size))}
      // In the smallest unit of money.
      isWhole
      isLastOpen
      size="small"
    />
  )
}

function Sum({ label, amount, isLarge = false }: { label: string; amount: bigint; isLarge?: boolean }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className={isLarge ? 'text-20 font-medium' : 'text-20 text-ink-2'}>
        <MoneyText amount={amount} decimals={2} />
      </dd>
    </div>
  )
}

/** Renders nothing if there is too little data. */
function Lasts({ spending }: { spending: Spending }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const sayDays = useSayDays()
  const balance = useSession()?.user.balance ?? 0n
  const pace = findPace(spending)
  if (pace === undefined || balance <= 0n) return null
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold">{t('lasts', { days: sayDays(daysOf(balance, pace)) })}</p>
      <p className="text-13 text-ink-3">
        {t('lastsFrom', { amount: format.money(pace.spent), days: t('wholeDays', { count: pace.days }) })}
      </p>
    </div>
  )
}

/** A day in UTC, regardless of the reader's time zone. */
function dayName(language: string, day: string): string {
  const short = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return toNativeDate(new Date(day).toLocaleDateString(language, short))
}
