import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { Format } from '#contract/base/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { orderListText } from './texts.en.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Progress } from '#web/ui/chart/progress.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { ApiMark } from '#web/parts/orders/api-mark.tsx'
import { deliveredOf } from '#web/parts/orders/delivered.ts'
import { OrderAgainIcon } from '#web/parts/orders/order-again.tsx'
import { OrderedService } from '#web/parts/orders/ordered-service.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'

type Refilling = { refillingId: number | undefined; onRefill: (order: Order) => void }

export function columnsOf(
  t: Say<typeof ordersText>,
  format: Format,
  { refillingId, onRefill }: Refilling,
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
      key: 'start',
      heading: t('startCount'),
      align: 'end',
      cell: ({ start_count: count }) => <Count of={count} />,
    },
    {
      key: 'remains',
      heading: t('remains'),
      align: 'end',
      cell: ({ remains }) => <Count of={remains} />,
    },
    {
      key: 'price',
      heading: t('price'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ price }) => price,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second-end',
      cell: (order) => <StatusCell order={order} />,
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
      narrow: 'side',
      className: 'cards:in-data-choosing:hidden',
      cell: (order) => (
        <span className="flex justify-end rows:-me-3">
          {order.can_refill && (
            <IconButton
              className="z-10 max-wide:hidden"
              label={t('refillOrderOf', { id: String(order.id) })}
              aria-busy={refillingId === order.id || undefined}
              onClick={() => refillingId === undefined && onRefill(order)}
            >
              <RotateCcw aria-hidden className="size-4" />
            </IconButton>
          )}
          <OrderAgainIcon id={order.id} />
        </span>
      ),
    },
  ]
}

/** As counted by the provider; a dash until then. */
function Count({ of }: { of: number | null }) {
  const format = useFormat()
  if (of === null) return <span className="text-ink-3">–</span>
  return <span className="figures">{format.number(of)}</span>
}

/** The delivered share of an order in progress, as reported by the provider. */
function StatusCell({ order }: { order: Order }) {
  const t = useText(ordersText)
  const list = useText(orderListText)
  const { id, status, quantity } = order
  const done = status === 'PROCESSING' ? deliveredOf(order) : undefined
  if (done === undefined) return <OrderStatusBadge status={status} />
  return (
    <span className="grid justify-items-stretch gap-1 rows:w-32">
      <span className="flex items-center justify-between gap-2">
        <OrderStatusBadge status={status} />
        <span className="figures text-12 text-ink-3">
          {t('deliveredShare', { percent: Math.floor((done / Math.max(1, quantity)) * 100) })}
        </span>
      </span>
      <span className="max-wide:sr-only">
        <Progress
          label={list('progressOf', { id: String(id) })}
          share={done / Math.max(1, quantity)}
          valueText={t('delivered', { done, total: quantity })}
        />
      </span>
    </span>
  )
}

function OrderLink({ order: { id, quantity, created_at: date } }: { order: Order }) {
  const t = useText(ordersText)
  const format = useFormat()
  const { search } = useLocation()
  return (
    <span className="flex items-center gap-x-2 whitespace-nowrap max-[359px]:flex-wrap">
      <Link
        to={`/orders/${id}`}
        state={{ list: search }}
        aria-label={t('view', { id: String(id) })}
        className={cx('figures font-semibold text-petrol underline-offset-4 hover:underline', rowLinkClass)}
      >
        {id}
      </Link>
      <span className="text-13 wide:hidden">
        <span className="max-[359px]:hidden">
          <span className="figures">{format.number(quantity)}</span> ·{' '}
        </span>
        <RelativeTime date={date} />
      </span>
    </span>
  )
}

/** Providers' names are long: two lines for them, and one for the link. */
function ServiceCell({ order: { service_name: name, link, api_key: key } }: { order: Order }) {
  return (
    <span className="grid min-w-0 gap-y-0.5 wide:py-2">
      <OrderedService name={name} className="line-clamp-2 wrap-anywhere max-wide:hidden" />
      <OrderedService
        name={name}
        on="phone"
        className="line-clamp-3 wrap-anywhere wide:hidden max-[359px]:line-clamp-4"
      />
      <span className="flex max-w-[28rem] min-w-0 items-center gap-2">
        <ApiMark apiKey={key} />
        <span className="min-w-0 truncate text-13 text-ink-3 max-wide:hidden" title={link}>
          {link}
        </span>
      </span>
    </span>
  )
}
