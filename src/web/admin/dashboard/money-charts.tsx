import type { MoneyReport } from '#contract/reports/money-report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { toLocalDate } from '#web/admin/reports/report-address.ts'

const shown = ['revenue', 'deposits', 'cost', 'margin'] as const

/** What each day brought, a chart for each figure with its table beneath; today is the last, as far as it is counted. */
export function MoneyCharts({ rows }: Pick<MoneyReport, 'rows'>) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const nameOf = (key: string, index: number) => {
    const day = format.date(toLocalDate(key))
    return index === rows.length - 1 ? t('today', { day }) : day
  }
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      {shown.map((figure) => (
        <Card key={figure}>
          <Chart
            caption={t('byDay', { figure: t(figure) })}
            headings={[t('day'), t(figure)]}
            points={rows.map(({ key, now }, index) => {
              const amount = now[figure] ?? 0n
              return { label: nameOf(key, index), size: Number(amount), text: format.money(amount) }
            })}
          />
        </Card>
      ))}
    </div>
  )
}
