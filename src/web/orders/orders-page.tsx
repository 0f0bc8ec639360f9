import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'
import { limits } from '#contract/limits.ts'
import { listOrders, type Order, type OrderCounts, refillOrder } from '#contract/orders.ts'
import { orderStatuses } from '#contract/order-statuses.ts'
import { toPagination } from '#contract/paging.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { sessionContext } from '#web/session/guard.ts'
import { ordersText } from '#web/messages/orders.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListCard } from '#web/ui/list-card.tsx'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { keepWithin, pageIn } from '#web/ui/page-in.ts'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { usePageNumber, useUrlState } from '#web/ui/use-url-state.ts'
import { UrlSearch } from '#web/ui/url-fields.tsx'
import type { Route } from './+types/orders-page.ts'
import { OrdersTable } from './orders-table.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { useLiveOrders } from './use-live-orders.ts'
import { useStatusRefresh } from './use-status-refresh.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, ordersText)('title'))

const filters = ['all', 'pending', 'processing', 'completed', 'canceled'] as const

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('status')?.toUpperCase()
  const status = orderStatuses.find((known) => known === asked)
  const search = searchParams.get('search')?.trim().slice(0, limits.searchMax)
  const page = pageIn(searchParams)
  const { orders, counts, pagination } = await call(
    listOrders,
    {
      query: {
        user_id: context.get(sessionContext).user.id,
        status: status && [status],
        search: search === '' ? undefined : search,
        limit: limits.ordersPerPage,
        page,
      },
    },
    { signal: request.signal },
  )
  const { totalPages } = pagination ?? toPagination(orders.length, limits.ordersPerPage)
  keepWithin(request, { page, totalPages })
  return { orders, counts, totalPages }
}

export function HydrateFallback() {
  const t = useText(ordersText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={limits.ordersPerPage} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function OrdersPage({
  loaderData: { orders: loaded, counts, totalPages },
}: Route.ComponentProps) {
  const page = usePageNumber()
  const isLoading = useNavigation().location?.pathname === '/orders'
  const { orders, isFlashing, update } = useLiveOrders(loaded)
  const refresh = useStatusRefresh(update)
  const refill = useListRefill(update)
  return (
    <Frame aside={<RefreshButton refresh={refresh} ids={orders.map(({ id }) => id)} />}>
      <Filters counts={counts} />
      <ListCard isLoading={isLoading}>
        {orders.length === 0 ? (
          <NoOrders hasSome={counts.all > 0} />
        ) : (
          <OrdersTable orders={orders} isFlashing={isFlashing} {...refill} />
        )}
      </ListCard>
      <Pager page={page} totalPages={totalPages} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(ordersText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(ordersText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}

function Filters({ counts }: { counts: OrderCounts }) {
  const t = useText(ordersText)
  const [status, setStatus] = useUrlState<(typeof filters)[number]>('status', 'all')
  return (
    <div className="grid gap-4 wide:grid-cols-[1fr_20rem] wide:items-end">
      <FilterButtons
        label={t('filters')}
        value={filters.find((known) => known === status.toLowerCase()) ?? 'all'}
        onChange={setStatus}
        options={filters.map((value) => ({ value, label: t(value), count: counts[value] }))}
      />
      <UrlSearch label={t('search')} hint={t('searchHint')} />
    </div>
  )
}

function NoOrders({ hasSome }: { hasSome: boolean }) {
  const t = useText(ordersText)
  return hasSome ? (
    <EmptyState message={t('noneFound')}>
      <LinkButton tone="secondary" to="/orders">
        {t('resetFilters')}
      </LinkButton>
    </EmptyState>
  ) : (
    <EmptyState message={t('empty')}>
      <LinkButton to="/new-order">{t('newOrder')}</LinkButton>
    </EmptyState>
  )
}

/** Shown as asked for at once, and taken back when it is refused. */
function useListRefill(update: ReturnType<typeof useLiveOrders>['update']) {
  const t = useText(ordersText)
  const [refillingId, setRefillingId] = useState<number>()
  async function refill(order: Order): Promise<void> {
    setRefillingId(order.id)
    update({ ...order, status: 'REFILL', can_refill: false })
    try {
      await call(refillOrder, { params: { id: order.id }, query: {} })
      toast('success', t('listRefillRequested'))
    } catch (error) {
      update(order)
      const message = error instanceof Error ? error.message : ''
      toast('error', message === '' ? t('listRefillFailedPlain') : t('listRefillFailed', { message }))
    } finally {
      setRefillingId(undefined)
    }
  }
  return { refillingId, onRefill: (order: Order) => void refill(order) }
}
