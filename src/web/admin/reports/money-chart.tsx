import type { MoneyReport } from '#contract/reports/money-report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { isOpenDay, nextDay, shortDay, toLocalDate } from './report-address.ts'

const shown = ['revenue', 'margin', 'cost', 'deposits'] as const

type MoneyChartProps = { report: Pick<MoneyReport, 'rows' | 'before_from' | 'counted_until'> }

/** The figures for each day of a report by day; the last may be today, as far as it is counted. */
export function MoneyChart({ report }: MoneyChartProps) {
  const { rows, before_from: beforeFrom, counted_until: countedUntil } = report
  const t = useText(adminReportsText)
  const format = useFormat()
  const days = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const last = days.at(-1)?.key
  const isLastOpen = last !== undefined && isOpenDay(last, countedUntil)
  const nameOf = (day: string) => format.date(toLocalDate(day))
  const toValue = (amount: bigint | null | undefined) => ({
    size: Number(amount ?? 0n),
    text: format.money(amount ?? 0n),
    amount: amount ?? 0n,
  })
  return (
    <Chart
      caption={t('moneyByDay')}
      placeHeading={t('day')}
      places={days.map(({ key }) =>
        isLastOpen && key === last ? t('today', { day: nameOf(key) }) : nameOf(key),
      )}
      shortPlaces={days.map(({ key }) => shortDay(key, format.language))}
      series={shown.map((figure) => ({
        key: figure,
        name: t(figure),
        // A few deposits are as much as a month of sales.
        isHiddenFirst: figure === 'deposits',
        values: days.map((row) => toValue(row.now[figure])),
        before: beforeFrom === null ? undefined : days.map((row) => toValue(row.before?.[figure])),
      }))}
      before={
        beforeFrom === null
          ? undefined
          : { name: t('atThatTime'), places: days.map((_, index) => nameOf(nextDay(beforeFrom, index))) }
      }
      tickText={(size) => format.moneyBrief(BigInt(size))}
      // In the smallest unit of money.
      isWhole
      isLastOpen={isLastOpen}
    />
  )
}
