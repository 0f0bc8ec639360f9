import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { sayCarried } from '#contract/base/codes.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { orderReviews } from '#contract/orders/order-review.ts'
import { orderReviewsIn } from '#contract/words/reviews.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminOrdersText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { ApiMark } from '#web/parts/orders/api-mark.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'

type Row = AnswerOf<typeof listAdminOrders>['orders'][number]

export function columnsOf(t: Say<typeof adminOrdersText>): Column<Row>[] {
  return [
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
      cell: ({ user_email: email }) => (
        <span className="block w-44 truncate text-13 text-ink-2" title={email}>
          {email}
        </span>
      ),
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
      key: 'sending',
      heading: t('sending'),
      cell: ({ dispatch }) => (
        <span className="text-13 whitespace-nowrap text-ink-2">{t(`dispatch_${dispatch.state}`)}</span>
      ),
    },
    {
      key: 'date',
      heading: t('date'),
      cell: ({ created_at: date }) => (
        <RelativeTime date={date} className="text-13 whitespace-nowrap text-ink-3" />
      ),
    },
  ]
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
    <span className="grid min-w-0 wide:min-w-64 wide:py-1">
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

/** Why a person is to look at it, for the reader. */
export function useReview({
  review_code: code,
  review_details: details,
}: Pick<Row, 'review_code' | 'review_details'>): string | undefined {
  const language = useLanguage()
  if (code === null) return undefined
  return sayCarried(orderReviews, orderReviewsIn[language], { code, details: details ?? {} }) ?? code
}
