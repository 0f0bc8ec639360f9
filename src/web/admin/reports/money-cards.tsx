import type { MoneyReport, ReportFigures } from '#contract/reports/money-report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { ChangeNote } from './change-note.tsx'
import { isOpenDay } from './report-address.ts'

const figures = [
  { figure: 'revenue', isMain: true },
  { figure: 'cost' },
  { figure: 'margin' },
  { figure: 'deposits' },
  { figure: 'refunded' },
] as const satisfies readonly {
  figure: keyof ReportFigures & PlainKey<typeof adminReportsText>
  isMain?: true
}[]

/** A period's sums, each with the earlier one. */
export function MoneyCards({ report }: { report: MoneyReport }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const { now, before } = report.total
  const isToday = report.from === report.to && isOpenDay(report.to, report.counted_until)
  const shown = figures.filter(({ figure }) => now[figure] !== null)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3">
      {shown.map(({ figure }) => (
        <Card key={figure} className="grid content-start gap-1">
          <dt className="text-14 text-ink-2">{t(figure)}</dt>
          <dd className="grid gap-0.5">
            <MoneyText amount={now[figure] ?? 0n} className="text-20 font-medium max-wide:text-17" />
            <span className="text-13 text-ink-3">
              {isToday && before !== null ? (
                // An unfinished day is less than any whole day: a percentage would be meaningless.
                t('wholeDayBefore', { amount: format.money(before[figure] ?? 0n) })
              ) : (
                <ChangeNote now={now[figure] ?? 0n} before={before?.[figure] ?? undefined} />
              )}
            </span>
          </dd>
        </Card>
      ))}
    </dl>
  )
}
