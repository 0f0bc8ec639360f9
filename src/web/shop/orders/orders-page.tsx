import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { exportOrders, listOrders, type Order, refillOrder } from '#contract/orders/orders.ts'
import { toPagination } from '#contract/base/paging.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { keepOverSignIn, useDraft } from '#web/platform/drafts/drafts.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { orderListText } from '#web/messages/order-list.ts'
import { ordersText } from '#web/messages/orders.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { keepWithin } from '#web/ui/list/page-in.ts'
import { PageSize } from '#web/ui/list/page-size.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { type Selection, useSelection } from '#web/ui/list/table-selection.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { useIsWide } from '#web/ui/page/use-is-wide.ts'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/orders-page.ts'
import { ChosenOrders } from '#web/shop/orders/chosen/chosen-orders.tsx'
import { filterIn, pageSizes, pagingIn } from './orders-filter.ts'
import { OrdersFilters } from './orders-filters.tsx'
import { OrdersSkeleton } from './orders-skeleton.tsx'
import { OrdersTable } from './orders-table.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { useLiveOrders } from '#web/parts/orders/use-live-orders.ts'
import { useStatusRefresh } from './use-status-refresh.ts'

// Longer than most: the page, what it loads, and its states without orders.

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, ordersText)('title'))

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { limit, page } = pagingIn(searchParams)
  const {
    orders,
    counts,
    api_keys: keys,
    pagination,
    searched,
  } = await call(
    listOrders,
    { query: { user_id: context.get(sessionContext).user.id, ...filterIn(searchParams), limit, page } },
    { signal: request.signal },
  )
  const { totalItems, totalPages } = pagination ?? toPagination(orders.length, limit)
  keepWithin(request, { page, totalPages })
  return { orders, counts, keys, searched, totalItems, totalPages }
}

export function HydrateFallback() {
  return (
    // As tall as with its buttons.
    <Frame aside={<span className="h-11" />}>
      <OrdersSkeleton />
    </Frame>
  )
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders: loaded, counts, keys, searched, totalItems, totalPages } = loaderData
  const page = usePageNumber()
  const isLoading = useNavigation().location?.pathname === '/orders'
  const { orders, isFlashing, update } = useLiveOrders(loaded)
  const refresh = useStatusRefresh(update)
  const refill = useListRefill(update)
  const selection = useKeptSelection(orders.map(({ id }) => id))
  const isWide = useIsWide()
  const [isChoosing, setIsChoosing] = useState(selection.chosen.size > 0)
  const canChoose = isWide || isChoosing
  return (
    <Frame
      aside={
        <div className="flex flex-wrap gap-3">
          {!isWide && orders.length > 0 && (
            <ChooseButton isChoosing={isChoosing} onChange={setIsChoosing} selection={selection} />
          )}
          <ExportButton totalItems={totalItems} />
          <RefreshButton refresh={refresh} ids={orders.map(({ id }) => id)} />
        </div>
      }
    >
      <OrdersFilters counts={counts} keys={keys} searched={searched} />
      <ListCard isLoading={isLoading}>
        {orders.length === 0 ? (
          <NoOrders hasSome={counts.all > 0} />
        ) : (
          <div data-choosing={canChoose || undefined}>
            <OrdersTable
              orders={orders}
              isFlashing={isFlashing}
              selection={canChoose ? selection : undefined}
              {...refill}
            />
          </div>
        )}
        {canChoose && (
          <ChosenOrders
            orders={orders}
            selection={selection}
            onRefilled={(order) => update({ ...order, status: 'REFILL', can_refill: false })}
          />
        )}
      </ListCard>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Pager page={page} totalPages={totalPages} />
        {totalItems > pageSizes.initial && (
          <div className="ms-auto">
            <PageSize {...pageSizes} />
          </div>
        )}
      </div>
    </Frame>
  )
}

/** What was chosen is there again after a session that ended in the middle. */
function useKeptSelection(there: readonly number[]): Selection {
  const draft = useDraft('orders-chosen')
  const selection = useSelection(there, Object.keys(draft.values).map(Number))
  const keep = useEffectEvent(() =>
    draft.keepValues(Object.fromEntries([...selection.chosen].map((id) => [id, 'on']))),
  )
  useEffect(() => keepOverSignIn(draft, () => keep()), [draft])
  return selection
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

/** On a phone one says first that one chooses: its rows are whole until then. */
function ChooseButton({
  isChoosing,
  onChange,
  selection,
}: {
  isChoosing: boolean
  onChange: (isChoosing: boolean) => void
  selection: Selection
}) {
  const t = useText(orderListText)
  return (
    <Button
      tone="secondary"
      aria-pressed={isChoosing}
      onClick={() => {
        if (isChoosing) selection.clear()
        onChange(!isChoosing)
      }}
    >
      {t(isChoosing ? 'chooseDone' : 'choose')}
    </Button>
  )
}

/** The file has what the list shows, all pages of it. */
function ExportButton({ totalItems }: { totalItems: number }) {
  const t = useText(orderListText)
  const { search } = useLocation()
  const { status, key, search: text } = filterIn(new URLSearchParams(search))
  const query = new URLSearchParams({
    ...(status !== undefined && { status: status.join(',').toLowerCase() }),
    ...(key !== undefined && { key }),
    ...(text !== undefined && { search: text }),
  })
  const isCut = totalItems > limits.exportRowsMax
  return (
    <span className="grid justify-items-end gap-1">
      <DownloadButton
        path={`${exportOrders.path}?${query}`}
        fileName="orders.csv"
        size="normal"
        isBrief
        isDisabled={totalItems === 0}
        label={t('download')}
        failure={t('downloadFailed')}
      />
      {isCut && (
        <span className="text-12 text-ink-3">{t('downloadCut', { count: limits.exportRowsMax })}</span>
      )}
    </span>
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
