import { Outlet, useLocation } from 'react-router'
import { listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { depositStatuses } from '#contract/payments/payments.ts'
import { GatewayFilter, gatewayIn } from '#web/admin/frame/gateway-filter.tsx'
import { adminDepositsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread, rereadSoon } from '#web/platform/query/reread.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { UrlButtons } from '#web/ui/fields/url-fields.tsx'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { idIn, oneIn } from '#web/ui/list/read-address.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/deposits-page.ts'
import { columnsOf } from './deposits-columns.tsx'
import { EnterDeposit } from '#web/admin/frame/enter-deposit.tsx'

export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

/** `attention` includes those in review. */
const shown = ['attention', 'all', ...depositStatuses.filter((status) => status !== 'review')] as const

/**
 * Starts with deposits that need attention. `?show=` selects others, `?user_id=` one customer's, `?gateway=` one gateway's.
 */
const list = makeList({
  text: adminDepositsText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('title'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read: (params) => ({
    status: oneIn(params, 'show', depositStatuses),
    attention: shownIn(params) === 'attention' ? ('true' as const) : undefined,
    gateway: gatewayIn(params),
    user_id: idIn(params, 'user_id'),
  }),
  paging: byCursor(25),
  ask: (query) => queryOf(listAdminDeposits, { query }),
  rowsOf: ({ deposits }) => deposits,
  rowKey: ({ id }) => id,
  columns: columnsOf,
})

function shownIn(params: URLSearchParams): (typeof shown)[number] {
  return oneIn(params, 'show', shown) ?? 'attention'
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminDepositsText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminDepositsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminDepositsText)
  const { search } = useLocation()
  useLiveGaps(() => rereadSoon(listAdminDeposits))
  const isAttention = shownIn(new URLSearchParams(search)) === 'attention'
  return (
    <ListPage
      list={list}
      data={data}
      aside={<EnterDeposit onEntered={() => reread(listAdminDeposits)} />}
      filters={<Filters />}
      none={
        <EmptyState message={t(isAttention ? 'noneWait' : 'noneFound')}>
          <LinkButton tone="secondary" to="/admin/deposits?show=all">
            {t('showAll')}
          </LinkButton>
        </EmptyState>
      }
      isCompact
      isLinked
    >
      <Outlet />
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Filters() {
  const t = useText(adminDepositsText)
  const { search } = useLocation()
  return (
    <div className="grid gap-5">
      <GatewayFilter value={gatewayIn(new URLSearchParams(search))} hasManual />
      <UrlButtons
        name="show"
        label={t('filters')}
        initial="attention"
        options={shown.map((value) => ({ value, label: t(value) }))}
      />
    </div>
  )
}
