import { Link } from '#web/platform/page/link.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { dashboardText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { OrderedService } from '#web/parts/orders/ordered-service.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass, Table } from '#web/ui/list/table.tsx'

type RecentOrdersProps = { orders: readonly Order[]; isFlashing: (id: number) => boolean }

/** The newest five orders, live. */
export function RecentOrders({ orders, isFlashing }: RecentOrdersProps) {
  const t = useText(dashboardText)
  if (orders.length === 0) {
    return (
      <EmptyState message={t('noOrders')}>
        <LinkButton to="/new-order">{t('newOrder')}</LinkButton>
      </EmptyState>
    )
  }
  return (
    <Table
      caption={t('recentOrders')}
      columns={toColumns(t)}
      rows={orders}
      rowKey={({ id }) => id}
      isLinked
      rowClass={({ id }) => (isFlashing(id) ? 'animate-flash' : undefined)}
    />
  )
}

function toColumns(t: Say<typeof dashboardText>): Column<Order>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      cell: ({ id }) => (
        <Link
          to={`/orders/${id}`}
          aria-label={t('orderId', { id: String(id) })}
          className={cx('figures text-petrol underline-offset-4 hover:underline', rowLinkClass)}
        >
          {id}
        </Link>
      ),
    },
    {
      key: 'service',
      heading: t('service'),
      narrow: 'first',
      cell: ({ id, service_name: name }) => (
        <>
          <OrderedService name={name} on="card" className="wrap-anywhere max-wide:hidden" />
          <Link
            to={`/orders/${id}`}
            className={cx(
              'inline-flex min-h-11 items-center font-semibold wrap-anywhere wide:hidden',
              rowLinkClass,
            )}
          >
            <OrderedService name={name} on="phone" />
          </Link>
        </>
      ),
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'end',
      cell: ({ status }) => <OrderStatusBadge status={status} />,
    },
    {
      key: 'date',
      heading: t('date'),
      narrow: 'second',
      cell: ({ id, created_at: createdAt }) => (
        <span className="whitespace-nowrap text-ink-2">
          <span className="figures wide:hidden">#{id} · </span>
          <RelativeTime date={createdAt} />
        </span>
      ),
    },
    {
      key: 'price',
      heading: t('price'),
      align: 'end',
      narrow: 'second-end',
      amountOf: ({ price }) => price,
    },
  ]
}
