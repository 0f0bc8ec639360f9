import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { getAttention } from '#contract/operations/attention.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Route } from './+types/order-page.ts'
import { useReview } from '#web/admin/orders/use-review.ts'
import { OrderActBar } from '#web/admin/orders/acts/order-act-bar.tsx'
import { OrderAttempts } from './order-attempts.tsx'
import { OrderFacts } from '#web/parts/orders/order-facts.tsx'
import { OrderHistory } from '#web/parts/orders/order-history.tsx'
import { OrderProgress } from '#web/parts/orders/order-progress.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageTitle(matches, textOf(matches, adminOrdersText)('order', { id }))

/** Undefined if there is no such order. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const id = Number(params.id)
  if (!/^\d{1,16}$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) return { order: undefined }
  try {
    return { order: await load(queryOf(getAdminOrder, { params: { id } }), request.signal) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'order_not_found') return { order: undefined }
    throw error
  }
}

export default function AdminOrderPage({ loaderData: { order }, params }: Route.ComponentProps) {
  const t = useText(adminOrdersText)
  const back = useWayBack()
  // A different order is a new page, without state of the old one.
  if (order !== undefined) return <OrderView key={params.id} loaded={order} />
  return (
    <Frame title={t('notFound')}>
      <EmptyState message={t('notFoundLead')}>
        <LinkButton tone="secondary" to={back.to}>
          {back.label}
        </LinkButton>
      </EmptyState>
    </Frame>
  )
}

function OrderView({ loaded }: { loaded: Loaded<AnswerOf<typeof getAdminOrder>> }) {
  const { order } = useLoaded(loaded)
  const t = useText(adminOrdersText)
  const orders = useText(ordersText)
  const [done, setDone] = useState<string>()
  const review = useReview(order)
  return (
    <div className="grid gap-5">
      <PageHeading
        back={useWayBack()}
        lead={
          <Link
            to={`/admin/orders?user=${order.user_id}`}
            className="text-petrol underline-offset-4 hover:underline"
          >
            {t('ofCustomer', { email: order.user_email })}
          </Link>
        }
      >
        <span className="flex flex-wrap items-center gap-3">
          {t('order', { id: String(order.id) })}
          <OrderStatusBadge status={order.status} />
          <span className="text-14 font-normal tracking-normal text-ink-2">
            {t(`dispatch_${order.dispatch.state}`)}
          </span>
        </span>
      </PageHeading>
      <SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />
      {review !== undefined && <Alert>{review}</Alert>}
      <OrderActBar
        order={order}
        onMoved={() => reread(getAdminOrder, getAttention)}
        onDone={async () => {
          setDone(t('done'))
          await reread(getAdminOrder, getAttention)
        }}
      />
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <OrderAttempts attempts={order.dispatch.attempts} />
          <Card>
            <OrderProgress order={order} />
          </Card>
          <CardSection title={orders('information')}>
            <OrderFacts order={order} events={order.events} list="/admin/orders" />
          </CardSection>
        </div>
        <OrderHistory order={order} events={order.events} />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const t = useText(adminOrdersText)
  return (
    <div className="grid gap-5">
      <PageHeading back={useWayBack()}>{t('order', { id: params.id ?? '' })}</PageHeading>
      <LoadFailed error={error} message={t('detailsFailed')} />
    </div>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      <PageHeading>{title}</PageHeading>
      <Card isFlush>{children}</Card>
    </div>
  )
}

/** Back to the list with its filters. */
function useWayBack(): { to: string; label: string } {
  const t = useText(adminOrdersText)
  const state: unknown = useLocation().state
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return { to: `/admin/orders${typeof list === 'string' ? list : ''}`, label: t('backToOrders') }
}
