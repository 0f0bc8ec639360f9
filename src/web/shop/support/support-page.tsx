import { lazy, type ReactNode } from 'react'
import { useOutlet } from 'react-router'
import { listTickets } from '#contract/support/tickets.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { loadList } from '#web/ui/list/list.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { ListSkeleton } from '#web/ui/feedback/page-skeleton.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { useWasTrue } from '#web/ui/dialog/use-was-true.ts'
import type { Route } from './+types/support-page.ts'
import { ticketList } from './ticket-list.ts'

export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

const fetchTabs = () => import('./support-tabs.tsx')
const SupportTabs = lazy(async () => ({ default: (await fetchTabs()).SupportTabs }))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, supportText)('title'))

export const handle = { isList: true }

/** Questions are only loaded with the tab that shows them. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  // Both load concurrently; a failed one shows its error in its place.
  if (pathname === '/support') fetchTabs().catch(() => {})
  const [listed, faq] = await Promise.all([
    loadList(ticketList, request),
    searchParams.get('tab') === 'faqs'
      ? fetchTabs().then(({ loadQuestions }) => loadQuestions(request.signal))
      : [],
  ])
  return { listed, faq }
}

export default function SupportPage({ loaderData: { listed: loaded, faq } }: Route.ComponentProps) {
  const listed = useLoaded(loaded)
  useLiveEvent('ticket', () => rereadSoon(listTickets))
  useLiveGaps(() => rereadSoon(listTickets))
  const ticket = useOutlet()
  // Most visits only need the tickets: the rest is fetched when first opened.
  const isSeen = useWasTrue(ticket === null)
  return (
    <Frame>
      <LazyPart fallback={<ListSkeleton />}>{isSeen && <SupportTabs listed={listed} faq={faq} />}</LazyPart>
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
