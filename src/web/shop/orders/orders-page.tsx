import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { exportOrders, listOrders, type Order, refillOrder } from '#contract/orders/orders.ts'
import { orderListText } from './texts.en.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useLiveOrders } from '#web/parts/orders/use-live-orders.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { keepOverSignIn, useDraft } from '#web/platform/drafts/drafts.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { ChosenOrders } from '#web/shop/orders/chosen/chosen-orders.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { inPagesOfSearch, loadList, makeList } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { type Selection, useSelection } from '#web/ui/list/table-selection.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { useIsWide } from '#web/ui/page/use-is-wide.ts'
import type { Route } from './+types/orders-page.ts'
import { columnsOf } from './orders-columns.tsx'
import { filterIn, pageSizes } from './orders-filter.ts'
import { OrdersFilters } from './orders-filters.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { useStatusRefresh } from './use-status-refresh.ts'

const list = makeList({
  text: ordersText,
  words: (t) => ({
    title: t('title'),
    table: t('table'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read: filterIn,
  paging: inPagesOfSearch(pageSizes),
  ask: (query) => queryOf(listOrders, { query }),
  rowsOf: ({ orders }) => orders,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, ordersText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(ordersText)
  const format = useFormat()
  const { counts, api_keys: keys, searched, pagination } = data
  const isBelow = new URLSearchParams(useLocation().search).has('cursor')
  const { orders, isFlashing, update } = useLiveOrders(data.orders, listOrders)
  const refresh = useStatusRefresh(update)
  const refill = useListRefill(update)
  const selection = useKeptSelection(orders.map(({ id }) => id))
  const isWide = useIsWide()
  const [isChoosing, setIsChoosing] = useState(selection.chosen.size > 0)
  return (
    <ListPage
      list={list}
      data={{ ...data, orders: [...orders] }}
      columns={columnsOf(t, format, refill)}
      rowName={({ id }) => t('order', { id: String(id) })}
      rowClass={({ id }) => (isFlashing(id) ? 'animate-flash' : undefined)}
      isLinked
      aside={
        <>
          {!isWide && orders.length > 0 && (
            <ChooseButton isChoosing={isChoosing} onChange={setIsChoosing} selection={selection} />
          )}
          <ExportButton totalItems={pagination?.totalItems ?? orders.length} />
          <RefreshButton refresh={refresh} ids={orders.map(({ id }) => id)} />
        </>
      }
      filters={
        <OrdersFilters counts={counts} keys={keys} searched={searched} totalPages={pagination?.totalPages} />
      }
      none={<NoOrders hasAny={counts.all > 0} isPart={searched !== undefined || isBelow} />}
      selection={isWide || isChoosing ? selection : null}
      renderBulk={() => (
        <ChosenOrders
          orders={orders}
          selection={selection}
          onRefilled={(order) => update({ ...order, status: 'REFILL', can_refill: false })}
        />
      )}
    />
  )
}

/** The selection is restored after a session that expired. */
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
  return <ListFailed list={list} error={error} />
}

/** `isPart`: there are older or newer orders. */
function NoOrders({ hasAny, isPart }: { hasAny: boolean; isPart: boolean }) {
  const t = useText(ordersText)
  const more = useText(orderListText)
  if (isPart) return <EmptyState message={more('noneInThese')} />
  if (hasAny) return <NoneFound list={list} />
  return (
    <EmptyState message={t('empty')}>
      <LinkButton to="/new-order">{t('newOrder')}</LinkButton>
    </EmptyState>
  )
}

/** On a phone selecting starts with this button: until then rows have no checkboxes. */
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

/** The file has everything in the list, across all pages. */
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
      />
      {isCut && (
        <span className="text-12 text-ink-3">{t('downloadCut', { count: limits.exportRowsMax })}</span>
      )}
    </span>
  )
}

/** Shown as requested immediately, and reverted if refused. */
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
