import { useLocation } from 'react-router'
import type { MoneyReport } from '#contract/reports/money-report.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { MoneyChart } from '#web/admin/reports/money-chart.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { daysOf, periodInitial, periods } from '#web/admin/reports/report-address.ts'

/** Revenue and costs for a daily check; the number of days is in the URL. */
export function DashboardMoney({ report }: { report: MoneyReport }) {
  const t = useText(adminReportsText)
  const [, setDays] = useUrlState('days', String(periodInitial))
  const days = daysOf(new URLSearchParams(useLocation().search))
  return (
    <section aria-label={t('money')} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <h2 className="text-20 font-bold">{t('money')}</h2>
        <FilterButtons
          label={t('period')}
          value={String(days)}
          onChange={setDays}
          options={periods.map((count) => ({ value: String(count), label: t('lastDays', { count }) }))}
        />
      </div>
      <Card>
        <MoneyChart report={report} />
      </Card>
    </section>
  )
}
