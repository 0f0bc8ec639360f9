import { Link } from '#web/platform/page/link.tsx'
import type { Order, OrderCounts } from '#contract/orders/orders.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { deliveredOf } from '#web/parts/orders/delivered.ts'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { OrderedService } from '#web/parts/orders/ordered-service.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Progress } from '#web/ui/chart/progress.tsx'

type ActiveOrdersProps = {
  orders: readonly Order[]
  counts: OrderCounts
  isFlashing: (id: number) => boolean
}

/** Orders in progress and their progress, newest first. */
export function ActiveOrders({ orders, counts, isFlashing }: ActiveOrdersProps) {
  const t = useText(dashboardText)
  if (orders.length === 0) return null
  const all = counts.pending + counts.processing
  return (
    <CardSection
      title={t('activeOrders')}
      aside={
        all > orders.length && <span className="text-14 text-ink-2">{t('newestOf', { count: all })}</span>
      }
    >
      <ul className="grid">
        {orders.map((order) => (
          <ActiveOrder key={order.id} order={order} isFlashing={isFlashing(order.id)} />
        ))}
      </ul>
    </CardSection>
  )
}

function ActiveOrder({ order, isFlashing }: { order: Order; isFlashing: boolean }) {
  const t = useText(dashboardText)
  const { id, quantity, service_name: name, status } = order
  const done = deliveredOf(order)
  const told = done === undefined ? t('notToldYet') : t('delivered', { done, total: quantity })
  return (
    <li
      className={cx(
        'relative grid gap-2 border-b border-line px-5 py-3 last:border-0 hover:bg-canvas max-wide:px-4',
        isFlashing && 'animate-flash',
      )}
    >
      <div className="flex items-center justify-between gap-4">
        <Link
          to={`/orders/${id}`}
          className="min-w-0 text-14 font-semibold wrap-anywhere after:absolute after:inset-0 after:content-['']"
        >
          <OrderedService name={name} on="phone" />
        </Link>
        <OrderStatusBadge status={status} />
      </div>
      <Progress
        label={t('progressOf', { id: String(id) })}
        share={(done ?? 0) / Math.max(1, quantity)}
        valueText={told}
      />
      <p className="flex justify-between gap-4 text-13 text-ink-2">
        <span className="figures">#{id}</span>
        <span className="figures">{told}</span>
      </p>
    </li>
  )
}
