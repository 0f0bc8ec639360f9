import type { Overview } from '#contract/operations/overview.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { CardSection } from '#web/ui/page/card.tsx'

/** The number of orders per status, each with its share; including statuses without orders. */
export function OrdersByStatus({ orders }: Pick<Overview, 'orders'>) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const all = orders.reduce((sum, { count }) => sum + count, 0)
  return (
    <CardSection title={t('ordersByStatus')}>
      <ul className="grid grid-cols-[auto_minmax(0,1fr)_auto] divide-y divide-line">
        {orders.map(({ status, count }) => (
          <li
            key={status}
            className="col-span-3 grid min-h-11 grid-cols-subgrid items-center gap-3 px-5 py-1 text-15 max-wide:px-4"
          >
            <span>
              <OrderStatusBadge status={status} />
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full bg-petrol forced-colors:bg-[CanvasText]"
                style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }}
              />
            </span>
            <span className="figures text-end">{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
