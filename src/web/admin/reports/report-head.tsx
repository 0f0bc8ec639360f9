import type { MoneyReport, ReportCut } from '#contract/reports/money-report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { CountedUntil } from './counted-until.tsx'
import { MoneyCards } from './money-cards.tsx'
import { toLocalDate } from './report-address.ts'
import { ReportFilters } from './report-filters.tsx'
import { MoneyChart } from './money-chart.tsx'

type ReportHeadProps = { report: MoneyReport; by: ReportCut; hasChart: boolean }

/** Everything above a report's table. */
export function ReportHead({ report, by, hasChart }: ReportHeadProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <ReportFilters />
      <Span report={report} />
      <MoneyCards report={report} />
      {by === 'day' && report.rows.length > 1 && hasChart && (
        <Card className="print:hidden">
          <MoneyChart report={report} />
        </Card>
      )}
    </div>
  )
}

function Span({ report }: { report: MoneyReport }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const day = (text: string) => format.date(toLocalDate(text))
  const { from, to, before_from: beforeFrom, before_to: beforeTo } = report
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
      <p>
        <span className="text-17 font-semibold">
          {from === to ? day(from) : t('fromTo', { from: day(from), to: day(to) })}
        </span>
        {beforeFrom !== null && beforeTo !== null && (
          <span className="ps-3 text-14 text-ink-2">
            {beforeFrom === beforeTo
              ? t('comparedWithDay', { day: day(beforeFrom) })
              : t('comparedWith', { from: day(beforeFrom), to: day(beforeTo) })}
          </span>
        )}
      </p>
      <p className="text-13 text-ink-3">
        <CountedUntil until={report.counted_until} />
      </p>
    </div>
  )
}
