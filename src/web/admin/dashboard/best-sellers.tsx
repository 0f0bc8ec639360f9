import { BEST_SELLERS_DAYS, type Today } from '#contract/reports/today.ts'
import { adminDashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

/** The services with the highest revenue last week; the report by service has all of them. */
export function BestSellers({ sellers }: { sellers: Today['best_sellers'] }) {
  const t = useText(adminDashboardText)
  return (
    <CardSection
      title={t('bestSellers')}
      aside={
        <span className="flex items-center gap-3 text-13 text-ink-3">
          {t('ofDays', { count: BEST_SELLERS_DAYS })}
          <LinkButton to="/admin/reports?days=7&by=service" tone="quiet" size="small" className="-me-3">
            {t('allReports')}
          </LinkButton>
        </span>
      }
    >
      {sellers.length === 0 && <p className="px-5 py-4 text-ink-2 max-wide:px-4">{t('noneSold')}</p>}
      <ol className="divide-y divide-line">
        {sellers.map(({ service_id: id, name, orders, revenue }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2 max-wide:px-4"
          >
            <span className="truncate text-15" title={name ?? undefined}>
              <bdi>{name ?? t('deletedService', { id })}</bdi>
            </span>
            <MoneyText amount={revenue} decimals={2} className="text-end" />
            <span className="text-13 text-ink-3">{t('soldTimes', { count: orders })}</span>
            <span className="figures text-end text-13 text-ink-3">#{id}</span>
          </li>
        ))}
      </ol>
    </CardSection>
  )
}
