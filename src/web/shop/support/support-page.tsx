import { lazy, type ReactNode } from 'react'
import { useOutlet } from 'react-router'
import { listTickets, ticketStatuses } from '#contract/support/tickets.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { ListSkeleton } from '#web/ui/feedback/page-skeleton.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { useWasTrue } from '#web/ui/dialog/use-was-true.ts'
import type { Route } from './+types/support-page.ts'

const fetchTabs = () => import('./support-tabs.tsx')
const SupportTabs = lazy(async () => ({ default: (await fetchTabs()).SupportTabs }))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, supportText)('title'))

export const handle = { isList: true }

const rowsPerPage = 20

/** The questions are asked for where they are shown alone. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  // Both come at once; one that is lost is told where it is missing.
  if (pathname === '/support') fetchTabs().catch(() => {})
  const { signal } = request
  const status = ticketStatuses.find((known) => known === searchParams.get('status'))
  const cursor = /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0]
  const [listed, faq] = await Promise.all([
    load(queryOf(listTickets, { query: { status, cursor, limit: rowsPerPage } }), signal),
    searchParams.get('tab') === 'faqs'
      ? import('./load-questions.ts').then(({ loadQuestions }) => loadQuestions(signal))
      : [],
  ])
  return { listed, faq }
}

export default function SupportPage({ loaderData: { listed, faq } }: Route.ComponentProps) {
  const { tickets, next_cursor: nextCursor, unread } = useLoaded(listed)
  useLiveEvent('ticket', () => rereadSoon(listTickets))
  useLiveGaps(() => rereadSoon(listTickets))
  const ticket = useOutlet()
  // Whoever comes for a ticket sees that alone: what is behind it is fetched with the first look at it.
  const isSeen = useWasTrue(ticket === null)
  return (
    <Frame>
      <LazyPart fallback={<ListSkeleton />}>
        {isSeen && <SupportTabs tickets={tickets} nextCursor={nextCursor} unread={unread} faq={faq} />}
      </LazyPart>
      {ticket}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(supportText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(supportText)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('title')}</PageHeading>
      {children}
    </div>
  )
}
