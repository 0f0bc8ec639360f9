import { type ReactNode, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { getOrder } from '#contract/orders/orders.ts'
import { type AnswerOf } from '#contract/base/endpoint.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert, ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Route } from './+types/order-page.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderFacts } from '#web/parts/orders/order-facts.tsx'
import { OrderHeadingActions } from './order-heading-actions.tsx'
import { OrderHistory } from '#web/parts/orders/order-history.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { useLiveOrders } from '#web/parts/orders/use-live-orders.ts'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageTitle(matches, textOf(matches, ordersText)('order', { id }))

/** Undefined if the order doesn't exist or is another customer's. */
export async function clientLoader({ request, params, context }: Route.ClientLoaderArgs) {
  const id = Number(params.id)
  if (!/^\d{1,16}$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) return { order: undefined }
  try {
    const query = { user_id: context.get(sessionContext).user.id }
    return { order: await load(queryOf(getOrder, { params: { id }, query }), request.signal) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'order_not_found') return { order: undefined }
    throw error
  }
}

export default function OrderPage({ loaderData: { order }, params }: Route.ComponentProps) {
  if (order === undefined) return <OrderNotFound />
  // A different order is a new page, without state of the old one.
  return <OrderView key={params.id} loaded={order} />
}

function OrderView({ loaded }: { loaded: Loaded<AnswerOf<typeof getOrder>> }) {
  const t = useText(ordersText)
  const { order: read } = useLoaded(loaded)
  const { orders, isFlashing, update } = useLiveOrders([read], getOrder)
  const order = { ...read, ...orders[0] }
  const [done, setDone] = useState<string>()
  return (
    <div className="grid gap-5">
      <PageHeading aside={<OrderHeadingActions id={order.id} update={update} />}>
        <span className="flex flex-wrap items-center gap-3">
          {t('order', { id: String(order.id) })}
          <span className={isFlashing(order.id) ? 'animate-flash rounded-chip' : undefined}>
            <OrderStatusBadge status={order.status} />
          </span>
        </span>
      </PageHeading>
      <SuccessBanner message={done} onClose={() => setDone(undefined)} />
      {order.status === 'PENDING' && <Alert tone="info">{t('pendingHint')}</Alert>}
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <OrderDelivery order={order} />
          <CardSection title={t('information')}>
            <OrderFacts order={order} />
          </CardSection>
        </div>
        <div className="grid gap-5">
          <OrderActions order={order} update={update} onDone={setDone} />
          <OrderMoney order={order} />
          <OrderHistory order={order} events={read.events} />
        </div>
      </div>
      <div>
        <BackLink />
      </div>
    </div>
  )
}

function OrderNotFound() {
  const t = useText(ordersText)
  return (
    <Frame title={t('notFound')}>
      <EmptyState message={t('notFoundLead')}>
        <BackLink />
      </EmptyState>
    </Frame>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const t = useText(ordersText)
  const { revalidate, state } = useRevalidator()
  return (
    <Frame title={t('order', { id: params.id ?? '' })}>
      <ErrorState
        message={t('detailsFailed')}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void revalidate()}
        isBusy={state === 'loading'}
        aside={<BackLink />}
      />
    </Frame>
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

/** Back to the list with its filters and page. */
function BackLink() {
  const t = useText(ordersText)
  const { state } = useLocation()
  return (
    <LinkButton tone="secondary" to={`/orders${listOf(state)}`}>
      {t('backToOrders')}
    </LinkButton>
  )
}

/** The list's query (`OrderLink` in orders-columns.tsx); history entries outlive versions of the app. */
function listOf(state: unknown): string {
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return typeof list === 'string' ? list : ''
}
