import { useLocation } from 'react-router'
import { listAdminTickets } from '#contract/support/admin-tickets.ts'
import { ticketStatuses } from '#contract/support/tickets.ts'
import { adminTicketsText } from './texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { UrlButtons } from '#web/ui/fields/url-fields.tsx'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { idIn, oneIn } from '#web/ui/list/read-address.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/tickets-page.ts'
import { columnsOf } from './tickets-columns.tsx'

const shown = ['waiting', 'mine', 'unassigned', 'all', ...ticketStatuses] as const
const assignedIn = { mine: 'me', unassigned: 'nobody' } as const

/** Starts with unanswered ones. `?show=` selects others, `?user_id=` one customer's. */
const list = makeList({
  text: adminTicketsText,
  words: (t) => ({
    title: t('title'),
    table: t('title'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read(params) {
    const show = shownIn(params)
    return {
      status: oneIn(params, 'show', ticketStatuses),
      waiting: show === 'waiting' ? ('true' as const) : undefined,
      assigned: show === 'mine' || show === 'unassigned' ? assignedIn[show] : undefined,
      user_id: idIn(params, 'user_id'),
    }
  },
  paging: byCursor(25),
  ask: (query) => queryOf(listAdminTickets, { query }),
  rowsOf: ({ tickets }) => tickets,
  rowKey: ({ id }) => id,
})

function shownIn(params: URLSearchParams): (typeof shown)[number] {
  return oneIn(params, 'show', shown) ?? initialIn(params)
}

/** For one customer all are listed. */
function initialIn(params: URLSearchParams) {
  return params.has('user_id') ? 'all' : 'waiting'
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminTicketsText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminTicketsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminTicketsText)
  const support = useText(supportText)
  const { search } = useLocation()
  useLiveGaps(() => rereadSoon(listAdminTickets))
  const isWaiting = shownIn(new URLSearchParams(search)) === 'waiting'
  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, support)}
      aside={<Canned />}
      filters={<Filters />}
      none={
        <EmptyState message={t(isWaiting ? 'noneWait' : 'noneFound')}>
          <LinkButton tone="secondary" to="/admin/tickets?show=all">
            {t('showAll')}
          </LinkButton>
        </EmptyState>
      }
      isCompact
      isLinked
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Canned() {
  const t = useText(adminTicketsText)
  return (
    <LinkButton tone="secondary" size="small" to="/admin/tickets/replies">
      {t('canned')}
    </LinkButton>
  )
}

function Filters() {
  const t = useText(adminTicketsText)
  const { search } = useLocation()
  return (
    <UrlButtons
      name="show"
      label={t('filters')}
      initial={initialIn(new URLSearchParams(search))}
      options={shown.map((value) => ({ value, label: t(value) }))}
    />
  )
}
