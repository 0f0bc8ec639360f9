import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { adminDashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Link } from '#web/platform/page/link.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

type Orders = AnswerOf<typeof listAdminOrders>['orders']

/** The newest orders of all customers, two lines each. */
export function LatestOrders({ orders }: { orders: Orders }) {
  const t = useText(adminDashboardText)
  return (
    <CardSection
      title={t('latestOrders')}
      aside={
        <LinkButton to="/admin/orders" tone="quiet" size="small" className="-me-3">
          {t('allOrders')}
        </LinkButton>
      }
    >
      <ul className="amounts divide-y divide-line">
        {orders.map(({ id, service_name: name, user_email: email, price, status, created_at: at }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-2 max-wide:px-4"
          >
            <Link
              to={`/admin/orders/${id}`}
              className="truncate text-15 underline-offset-4 hover:underline"
              title={name}
            >
              <bdi>{name}</bdi>
            </Link>
            <MoneyText amount={price} className="text-end" />
            <span className="flex min-w-0 gap-x-2 text-13 text-ink-3">
              <span className="figures">#{id}</span>
              <RelativeTime date={at} className="shrink-0" />
              <span className="truncate" title={email}>
                {email}
              </span>
            </span>
            <span className="justify-self-end">
              <OrderStatusBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
