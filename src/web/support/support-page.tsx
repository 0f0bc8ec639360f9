import { lazy, type ReactNode } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { listTickets, ticketStatuses } from '#contract/tickets.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { useLiveEvent, useLiveReturn } from '#web/live/live-events.ts'
import { supportText } from '#web/messages/support.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useUrlState } from '#web/ui/use-url-state.ts'
import type { Route } from './+types/support-page.ts'
import { MyTickets } from './my-tickets.tsx'

// Fetched with the tabs that show them: most come for a ticket.
const NewTicketForm = lazy(async () => ({ default: (await import('./new-ticket-form.tsx')).NewTicketForm }))
const QuestionTopics = lazy(async () => ({
  default: (await import('#web/faq/question-topics.tsx')).QuestionTopics,
}))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, supportText)('title'))

const rowsPerPage = 20
const tabs = ['tickets', 'new', 'faqs'] as const

/** The questions are asked for where they are shown alone. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { signal } = request
  const status = ticketStatuses.find((known) => known === searchParams.get('status'))
  const cursor = /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0]
  const [listed, faq] = await Promise.all([
    call(listTickets, { query: { status, cursor, limit: rowsPerPage } }, { signal }),
    searchParams.get('tab') === 'faqs'
      ? import('./load-questions.ts').then(({ loadQuestions }) => loadQuestions(signal))
      : [],
  ])
  return { tickets: listed.tickets, nextCursor: listed.next_cursor, unread: listed.unread, faq }
}

export function HydrateFallback() {
  const t = useText(supportText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function SupportPage({
  loaderData: { tickets, nextCursor, unread, faq },
}: Route.ComponentProps) {
  const t = useText(supportText)
  const { revalidate } = useRevalidator()
  const [asked, setTab] = useUrlState<(typeof tabs)[number]>('tab', 'tickets')
  const reread = () => void revalidate()
  useLiveEvent('ticket', reread)
  useLiveReturn(reread)
  const label = unread === 0 ? t('myTickets') : t('myTicketsUnread', { count: unread })
  const mine = <MyTickets tickets={tickets} nextCursor={nextCursor} onNew={() => setTab('new')} />
  return (
    <Frame>
      <Tabs
        label={t('tabs')}
        value={tabs.find((known) => known === asked) ?? 'tickets'}
        onChange={(value) => setTab(tabs.find((known) => known === value) ?? 'tickets')}
        tabs={[
          { value: 'tickets', label, content: mine },
          { value: 'new', label: t('newTicket'), content: <Shown part={<NewTicketForm />} /> },
          { value: 'faqs', label: t('faqs'), content: <Shown part={<QuestionTopics more={faq} />} /> },
        ]}
      />
      <Outlet />
    </Frame>
  )
}

function Shown({ part }: { part: ReactNode }) {
  const t = useText(supportText)
  return <LazyPart fallback={<SkeletonRows rows={6} label={t('loading')} />}>{part}</LazyPart>
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
