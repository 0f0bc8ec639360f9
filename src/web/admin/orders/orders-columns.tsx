import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from './texts.en.ts'
import { useReview } from './use-review.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { tailOf } from '#web/ui/text/tails.ts'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { ApiMark } from '#web/parts/orders/api-mark.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'

type Row = AnswerOf<typeof listAdminOrders>['orders'][number]

/** `maySeeCosts`: the server only sends costs to staff who may see money. */
export function columnsOf(
  t: Say<typeof adminOrdersText>,
  { maySeeCosts }: { maySeeCosts: boolean },
): Column<Row>[] {
  const columns: (Column<Row> | false)[] = [
    { key: 'id', heading: t('id'), narrow: 'second', cell: (order) => <IdCell order={order} /> },
    {
      key: 'service',
      heading: t('service'),
      narrow: 'whole',
      className: 'rows:w-full rows:max-w-0',
      cell: (order) => <ServiceCell order={order} />,
    },
    {
      key: 'customer',
      heading: t('customer'),
      cell: ({ user_email: email, created_at: date }) => (
        <span className="grid w-36">
          <span className="truncate text-13 text-ink-2" title={email}>
            {email}
          </span>
          <RelativeTime date={date} className="text-12 text-ink-3" />
        </span>
      ),
    },
    { key: 'provider', heading: t('provider'), cell: (order) => <ProviderCell order={order} /> },
    {
      key: 'quantity',
      heading: t('quantity'),
      align: 'end',
      cell: ({ quantity, remains }) => (
        <Two over={<Count of={quantity} />} under={remains !== null && <Remaining count={remains} />} />
      ),
    },
    {
      key: 'start',
      heading: t('start'),
      align: 'end',
      cell: ({ start_count: count }) => <Count of={count} />,
    },
    {
      key: 'price',
      heading: t('price'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ price }) => price,
    },
    maySeeCosts && {
      key: 'cost',
      heading: t('cost'),
      align: 'end',
      amountOf: longestOfCost,
      cell: (order) => <CostCell order={order} />,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second-end',
      cell: ({ status, dispatch }) => (
        <Two
          isStart
          over={<OrderStatusBadge status={status} />}
          under={<span className="max-wide:hidden">{t(`dispatch_${dispatch.state}`)}</span>}
        />
      ),
    },
  ]
  return columns.filter((column) => column !== false)
}

/** The value that determines the alignment: the cost or the margin, whichever has more decimals. */
function longestOfCost({ price, refunded, cost }: Row): bigint | null {
  if (cost === null || refunded !== 0n) return cost
  return tailOf(price - cost) > tailOf(cost) ? price - cost : cost
}

/** A figure with a smaller line below it. */
function Two({ over, under, isStart = false }: { over: ReactNode; under: ReactNode; isStart?: boolean }) {
  return (
    <span className={cx('grid gap-y-0.5', isStart ? 'justify-items-start' : 'justify-items-end')}>
      {over}
      {under !== false && <span className="text-12 whitespace-nowrap text-ink-3">{under}</span>}
    </span>
  )
}

function Count({ of }: { of: number | null }) {
  const format = useFormat()
  if (of === null) return <span className="text-ink-3">–</span>
  return <span className="figures">{format.number(of)}</span>
}

function Remaining({ count }: { count: number }) {
  const t = useText(adminOrdersText)
  return t('remainsOf', { count: useFormat().number(count) })
}

/** The provider that delivers it, and its ID there. */
function ProviderCell({ order: { provider, provider_order: id, mode } }: { order: Row }) {
  const t = useText(adminOrdersText)
  if (provider === null)
    return <span className="text-13 text-ink-3">{mode === 'manual' ? t('byHand') : '–'}</span>
  return (
    <span className="grid w-20 text-13">
      <span className="truncate text-ink-2" title={provider.name}>
        <bdi>{provider.name}</bdi>
      </span>
      {id !== null && (
        <span className="figures truncate text-12 text-ink-3" title={id}>
          {id}
        </span>
      )}
    </span>
  )
}

/**
 * The provider's charge and the margin, in the colour of loss if negative. After a partial refund the provider charges
 * less too, so no margin is shown.
 */
function CostCell({ order: { price, refunded, cost } }: { order: Row }) {
  const t = useText(adminOrdersText)
  if (cost === null) return <span className="text-ink-3">–</span>
  const margin = price - cost
  return (
    <Two
      over={<MoneyText amount={cost} />}
      under={
        refunded === 0n && (
          <span className={margin < 0n ? 'text-bad' : undefined}>
            <span className="sr-only">{t('margin')} </span>
            <MoneyText amount={margin} isSigned />
          </span>
        )
      }
    />
  )
}

function IdCell({ order: { id, user_email: email } }: { order: Row }) {
  const t = useText(adminOrdersText)
  const { search } = useLocation()
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Link
        to={`/admin/orders/${id}`}
        state={{ list: search }}
        aria-label={t('open', { id: String(id) })}
        className={`figures font-semibold text-petrol underline-offset-4 hover:underline ${rowLinkClass}`}
      >
        {id}
      </Link>
      <span className="truncate text-13 text-ink-3 wide:hidden">{email}</span>
    </span>
  )
}

function ServiceCell({ order }: { order: Row }) {
  const review = useReview(order)
  return (
    <span className="grid min-w-0 wide:py-1">
      <span className="line-clamp-2 min-w-0 wrap-anywhere wide:line-clamp-1" title={order.service_name}>
        <bdi>{order.service_name}</bdi>
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <ApiMark apiKey={order.api_key} />
        <span className="line-clamp-1 min-w-0 text-13 wrap-anywhere text-ink-3" title={order.link}>
          {order.link}
        </span>
      </span>
      {review !== undefined && (
        <span className="line-clamp-2 text-13 wrap-anywhere text-bad max-narrow:line-clamp-3">{review}</span>
      )}
    </span>
  )
}
