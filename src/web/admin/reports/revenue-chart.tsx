import type { MoneyReport } from '#contract/reports/money-report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { toLocalDate } from './report-address.ts'

export function RevenueChart({ rows }: Pick<MoneyReport, 'rows'>) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const days = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return (
    <Card className="print:hidden">
      <Chart
        caption={t('byDay', { figure: t('revenue') })}
        headings={[t('day'), t('revenue')]}
        points={days.map(({ key, now: { revenue } }) => ({
          label: format.date(toLocalDate(key)),
          size: Number(revenue),
          text: format.money(revenue),
        }))}
      />
    </Card>
  )
}
