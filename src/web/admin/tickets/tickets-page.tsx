import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { listAdminTickets } from '#contract/support/admin-tickets.ts'
import { ticketStatuses } from '#contract/support/tickets.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useReread } from '#web/platform/live/use-reread.ts'
import { adminTicketsText } from '#web/messages/admin-tickets.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { DeskList } from '#web/admin/frame/desk-list.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { FilterBars, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/tickets-page.ts'
import { DeskTable } from './desk-table.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminTicketsText)('title'))

const rowsPerPage = 25
const filters = ['waiting', 'mine', 'unassigned', 'all', ...ticketStatuses] as const
const assignedIn = { mine: 'me', unassigned: 'nobody' } as const

/** Begins with those that wait for an answer. `?show=` names others, `?user_id=` one customer's. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const shown = shownIn(searchParams)
  const userId = /^[1-9]\d{0,8}$/.exec(searchParams.get('user_id') ?? '')?.[0]
  const query = {
    status: ticketStatuses.find((known) => known === shown),
    waiting: shown === 'waiting' ? ('true' as const) : undefined,
    assigned: shown === 'mine' || shown === 'unassigned' ? assignedIn[shown] : undefined,
    user_id: userId === undefined ? undefined : Number(userId),
    cursor: /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0],
    limit: rowsPerPage,
  }
  return call(listAdminTickets, { query }, { signal: request.signal })
}

function shownIn(params: URLSearchParams): (typeof filters)[number] {
  // Of one customer all are asked for.
  return filters.find((known) => known === params.get('show')) ?? (params.has('user_id') ? 'all' : 'waiting')
}

export function HydrateFallback() {
  const t = useText(adminTicketsText)
  return (
    <Frame>
      <FilterBars widths={['w-36', 'w-16', 'w-24', 'w-14', 'w-20', 'w-20']} />
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminTicketsPage({
  loaderData: { tickets, next_cursor: nextCursor },
}: Route.ComponentProps) {
  const t = useText(adminTicketsText)
  const { search } = useLocation()
  useLiveGaps(useReread())
  const shown = shownIn(new URLSearchParams(search))
  return (
    <Frame>
      <DeskList
        path="/admin/tickets"
        filters={{
          label: t('filters'),
          shown,
          options: filters.map((value) => ({ value, label: t(value) })),
        }}
        empty={{ message: t(shown === 'waiting' ? 'noneWait' : 'noneFound'), showAll: t('showAll') }}
        nextCursor={nextCursor}
      >
        {tickets.length > 0 ? <DeskTable tickets={tickets} /> : undefined}
      </DeskList>
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminTicketsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminTicketsText)
  return (
    <div className="grid gap-5">
      <PageHeading
        aside={
          <LinkButton tone="secondary" size="small" to="/admin/tickets/replies">
            {t('canned')}
          </LinkButton>
        }
      >
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}
