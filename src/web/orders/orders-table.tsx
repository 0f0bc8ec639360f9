import { RotateCcw } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { Format } from '#contract/format.ts'
import type { Order } from '#contract/orders.ts'
import { useFormat } from '#web/language/use-format.ts'
import { ordersText } from '#web/messages/orders.ts'
import { type Say, useText } from '#web/messages/text.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MoneyText } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, rowLinkClass, Table } from '#web/ui/table.tsx'
import { OrderedService } from './ordered-service.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'

type OrdersTableProps = {
  orders: readonly Order[]
  isFlashing: (id: number) => boolean
  refillingId: number | undefined
  onRefill: (order: Order) => void
}

export function OrdersTable({ orders, isFlashing, refillingId, onRefill }: OrdersTableProps) {
  const t = useText(ordersText)
  const format = useFormat()
  return (
    <Table
      caption={t('table')}
      columns={columnsOf(t, format, { refillingId, onRefill })}
      rows={orders}
      rowKey={({ id }) => id}
      isLinked
      rowClass={({ id }) => (isFlashing(id) ? 'animate-flash' : undefined)}
    />
  )
}

function columnsOf(
  t: Say<typeof ordersText>,
  format: Format,
  { refillingId, onRefill }: Pick<OrdersTableProps, 'refillingId' | 'onRefill'>,
): Column<Order>[] {
  return [
    { key: 'id', heading: t('id'), cell: (order) => <OrderLink order={order} />, narrow: 'second' },
    {
      key: 'service',
      heading: t('service'),
      cell: (order) => <ServiceCell order={order} />,
      narrow: 'first',
    },
    {
      key: 'quantity',
      heading: t('quantity'),
      align: 'end',
      cell: ({ quantity }) => <span className="figures">{format.number(quantity)}</span>,
    },
    {
      key: 'price',
      heading: t('price'),
      align: 'end',
      narrow: 'end',
      cell: ({ price }) => <MoneyText amount={price} />,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second-end',
      cell: ({ status }) => <OrderStatusBadge status={status} />,
    },
    {
      key: 'date',
      heading: t('date'),
      cell: ({ created_at: date }) => (
        <RelativeTime date={date} className="whitespace-nowrap text-13 text-ink-3" />
      ),
    },
    {
      key: 'actions',
      heading: t('actions'),
      align: 'end',
      cell: (order) =>
        order.can_refill ? (
          <IconButton
            label={t('refillOrderOf', { id: String(order.id) })}
            aria-busy={refillingId === order.id || undefined}
            onClick={() => refillingId === undefined && onRefill(order)}
          >
            <RotateCcw aria-hidden className="size-4" />
          </IconButton>
        ) : null,
    },
  ]
}

function OrderLink({ order: { id, quantity, created_at: date } }: { order: Order }) {
  const t = useText(ordersText)
  const format = useFormat()
  const { search } = useLocation()
  return (
    <span className="flex items-center gap-2 whitespace-nowrap max-[359px]:whitespace-normal">
      <Link
        to={`/orders/${id}`}
        state={{ list: search }}
        aria-label={t('view', { id: String(id) })}
        className={cx('figures font-semibold text-petrol underline-offset-4 hover:underline', rowLinkClass)}
      >
        {id}
      </Link>
      <span className="text-13 wide:hidden">
        <span className="figures">{format.number(quantity)}</span> · <RelativeTime date={date} />
      </span>
    </span>
  )
}

/** Providers' names are long and odd: two lines of them, and the link that was ordered for in one. */
function ServiceCell({ order: { service_name: name, link } }: { order: Order }) {
  return (
    <span className="grid min-w-0 wide:py-2">
      <OrderedService name={name} className="line-clamp-2 wrap-anywhere max-wide:hidden" />
      <OrderedService
        name={name}
        on="phone"
        className="line-clamp-2 wrap-anywhere wide:hidden max-[359px]:line-clamp-3"
      />
      <span className="max-w-[28rem] truncate text-13 text-ink-3 max-wide:hidden" title={link}>
        {link}
      </span>
    </span>
  )
}
