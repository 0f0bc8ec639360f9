import Siren from 'lucide-react/icons/siren'
import { lazy, useState } from 'react'
import { useLocation } from 'react-router'
import { getAttention } from '#contract/operations/attention.ts'
import { listOrderViews } from '#contract/orders/order-views.ts'
import { exportAdminOrders, listAdminOrders } from '#contract/orders/admin-orders.ts'
import { dispatchStates, orderStatuses } from '#contract/orders/order-statuses.ts'
import { adminOrdersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useMay } from '#web/platform/session/may.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import { byCursor, loadList, makeList, textCursor } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { idIn, oneIn, searchIn } from '#web/ui/list/read-address.ts'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import type { Selection } from '#web/ui/list/table-selection.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/orders-page.ts'
import { askedByView, keyIn, viewIn } from './order-views.ts'
import { columnsOf } from './orders-columns.tsx'
import { AdminOrdersFilters } from './orders-filters.tsx'
import { SavedViews } from './saved-views.tsx'

// Fetched when it is first opened.
const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }))

const list = makeList({
  text: adminOrdersText,
  words: (t) => ({
    title: t('title'),
    table: t('table'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read: (params) => ({
    ...askedByView(viewIn(params), oneIn(params, 'status', orderStatuses)),
    dispatch: oneIn(params, 'sending', dispatchStates),
    search: searchIn(params),
    key: keyIn(params),
    user_id: idIn(params, 'user'),
    service_id: idIn(params, 'service'),
    provider_id: idIn(params, 'provider'),
  }),
  paging: byCursor(50, textCursor),
  ask: (query) => queryOf(listAdminOrders, { query }),
  rowsOf: ({ orders }) => orders,
  rowKey: ({ id }) => id,
  download: { path: exportAdminOrders.path, fileName: 'orders.csv' },
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminOrdersText)('title'))

export const handle = { isList: true }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [loaded, views] = await Promise.all([
    loadList(list, request),
    load(queryOf(listOrderViews), request.signal),
  ])
  return { loaded, views }
}

export default function AdminOrdersPage({ loaderData: { loaded, views } }: Route.ComponentProps) {
  const data = useLoaded(loaded)
  const { views: saved } = useLoaded(views)
  const maySeeCosts = useMay()('money')
  const t = useText(adminOrdersText)
  const { orders, next_cursor: next, attention_count: toReview } = data
  const [deciding, setDeciding] = useState<{ ids: readonly number[]; selection: Selection }>()
  const [done, setDone] = useState<string>()
  const undecided = orders.filter(({ dispatch }) => dispatch.state === 'review').map(({ id }) => id)
  return (
    <div className="rows:[&_td]:px-2 rows:[&_th]:px-2">
      <ListPage
        list={list}
        data={data}
        columns={columnsOf(t, { maySeeCosts })}
        aside={<Incidents />}
        filters={
          <>
            <SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />
            <SavedViews views={saved} />
            <AdminOrdersFilters toReview={toReview} named={data} />
          </>
        }
        none={<NoOrders isMore={next !== null} />}
        renderBulk={(selection) => {
          const ids = undecided.filter((id) => selection.chosen.has(id))
          return (
            ids.length > 0 && (
              <SelectionBar selection={selection}>
                <Button size="small" onClick={() => setDeciding({ ids, selection })}>
                  {t('decide')}
                </Button>
              </SelectionBar>
            )
          )
        }}
        rowName={({ id }) => t('order', { id: String(id) })}
        isCompact
        isLinked
      >
        {deciding !== undefined && (
          <LazyPart isFloating>
            <DecideDialog
              title={t('decideTitle', { count: deciding.ids.length })}
              ids={deciding.ids}
              onClose={() => setDeciding(undefined)}
              onDone={async (message) => {
                setDone(message)
                deciding.selection.clear()
                await reread(listAdminOrders, getAttention)
              }}
            />
          </LazyPart>
        )}
      </ListPage>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Incidents() {
  const t = useText(adminOrdersText)
  return (
    <LinkButton tone="secondary" size="small" to="/admin/orders/incidents">
      <Siren aria-hidden className="size-4" />
      {t('incidents')}
    </LinkButton>
  )
}

/** Text is searched in a few hundred orders at a time. */
function NoOrders({ isMore }: { isMore: boolean }) {
  const t = useText(adminOrdersText)
  const { search } = useLocation()
  if (isMore) return <EmptyState message={t('noneAmongThese')} />
  if (search !== '?show=review') return <NoneFound list={list} />
  return (
    <EmptyState message={t('nothingToDo')}>
      <LinkButton tone="secondary" to="/admin/orders">
        {t('all')}
      </LinkButton>
    </EmptyState>
  )
}
