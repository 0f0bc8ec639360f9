import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { getAttention } from '#contract/operations/attention.ts'
import { type CannedReply, listCannedReplies } from '#contract/support/canned-replies.ts'
import {
  adminResolveTicket,
  type AdminTicketThread,
  type Colleague,
  getAdminTicket,
  listTicketStaff,
} from '#contract/support/admin-tickets.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminTicketsText } from './texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import type { SessionUser } from '#web/platform/session/stored-session.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { joined, queryOf, wholeOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import type { Route } from './+types/ticket-page.ts'
import { StaffReply } from './staff-reply.tsx'
import { StaffThread } from './staff-thread.tsx'
import { NextTicket } from './next-ticket.tsx'
import { NoteForm } from './note-form.tsx'
import { readTicketOrder } from './read-ticket-order.ts'
import { ResolveButton } from '#web/parts/support/resolve-button.tsx'
import { categoryKeys } from '#web/parts/support/say-category.ts'
import { TicketAbout } from './ticket-about.tsx'
import { TicketOrder } from './ticket-order.tsx'
import { TicketStatusBadge } from '#web/parts/support/ticket-status-badge.tsx'
import { useMeeting } from './use-meeting.ts'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageTitle(matches, textOf(matches, adminTicketsText)('ticket', { id }))

/** Undefined if there is no such ticket. */
export async function clientLoader({ request: { signal }, params, context }: Route.ClientLoaderArgs) {
  const id = Number(params.id)
  if (!/^\d{1,16}$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) return { ticket: undefined }
  try {
    const { user: me } = context.get(sessionContext)
    return { ticket: await load(ticketQuery(id, me), signal), me }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ticket_not_found') return { ticket: undefined }
    throw error
  }
}

function ticketQuery(id: number, me: SessionUser) {
  const queries = {
    one: queryOf(getAdminTicket, { params: { id } }),
    canned: wholeOf(listCannedReplies),
    colleagues: wholeOf(listTicketStaff),
  }
  return joined(queries, async ({ one: { ticket }, canned, colleagues }, { signal }) => ({
    ticket,
    replies: canned.replies,
    staff: colleagues.staff,
    order: await readTicketOrder(ticket.orderId, { me, signal }),
  }))
}

export default function AdminTicketPage({
  loaderData: { ticket, me },
  params: { id },
}: Route.ComponentProps) {
  const t = useText(adminTicketsText)
  const back = useWayBack()
  if (ticket === undefined)
    return (
      <div className="grid gap-5">
        <PageHeading back={back}>{t('ticket', { id })}</PageHeading>
        <Card isFlush>
          <EmptyState message={t('notFound')} />
        </Card>
      </div>
    )
  // A different ticket is a new page, without state of the old one.
  return <TicketView key={id} loaded={ticket} me={me} />
}

type TicketViewProps = { loaded: NonNullable<Route.ComponentProps['loaderData']['ticket']>; me: Colleague }

function TicketView({ loaded, me }: TicketViewProps) {
  const { ticket, replies, staff, order } = useLoaded(loaded)
  const support = useText(supportText)
  const { id, subject, category, status, messages, notes } = ticket
  const newest = useRef<HTMLLIElement>(null)
  return (
    <div className="grid gap-5">
      <PageHeading
        back={useWayBack()}
        lead={
          <>
            <span className="figures">#{id}</span> · {support(categoryKeys[category])}
          </>
        }
        aside={
          status === 'open' && (
            <ResolveButton
              onResolve={() => call(adminResolveTicket, { params: { id } })}
              shown={[getAdminTicket, getAttention]}
            />
          )
        }
      >
        <span className="flex flex-wrap items-center gap-3">
          <bdi>{subject}</bdi>
          <TicketStatusBadge status={status} />
        </span>
      </PageHeading>
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="grid gap-5">
          <StaffThread ticketId={id} messages={messages} notes={notes} newest={newest} />
          <Writing ticket={ticket} replies={replies} me={me} />
          <NextTicket ticket={ticket} />
        </Card>
        <div className="grid gap-5">
          <TicketAbout ticket={ticket} staff={staff} me={me} />
          <TicketOrder order={order} userId={ticket.user_id} />
        </div>
      </div>
    </div>
  )
}

type WritingProps = { ticket: AdminTicketThread; replies: readonly CannedReply[]; me: Colleague }

/** An answer to the customer or an internal note, and who else has the ticket open. */
function Writing({ ticket, replies, me }: WritingProps) {
  const t = useText(adminTicketsText)
  const { id, status, messages } = ticket
  const [tab, setTab] = useState('reply')
  const [isAnswering, setIsAnswering] = useState(false)
  const { others, newest } = useMeeting(id, isAnswering)
  const shown = messages.at(-1)?.id ?? 0
  useEffect(() => {
    // There are new messages since the page was loaded.
    if (newest > shown) void reread(getAdminTicket)
  }, [newest, shown])
  const note = <NoteForm ticketId={id} />
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <output className="grid gap-2 text-14 empty:hidden">
        {others.map((other) => (
          <span key={other.id} className="flex items-center gap-2 text-foil-ink">
            <span aria-hidden className="size-2 rounded-full bg-foil" />
            {t(other.is_answering ? 'isAnswering' : 'isHere', { name: other.name })}
          </span>
        ))}
      </output>
      {status === 'closed' ? (
        <>
          <Alert tone="info">{t('isClosed')}</Alert>
          {note}
        </>
      ) : (
        <Tabs
          label={t('write')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'reply',
              label: t('replyTab'),
              content: <StaffReply ticket={ticket} replies={replies} me={me} onTyping={setIsAnswering} />,
            },
            { value: 'note', label: t('noteTab'), content: note },
          ]}
        />
      )}
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const t = useText(adminTicketsText)
  const support = useText(supportText)
  return (
    <div className="grid gap-5">
      <PageHeading back={useWayBack()}>{t('ticket', { id: params.id ?? '' })}</PageHeading>
      <LoadFailed error={error} message={support('threadFailed')} />
    </div>
  )
}

/** Back to the list with its filters. */
function useWayBack(): { to: string; label: string } {
  const t = useText(adminTicketsText)
  const state: unknown = useLocation().state
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return { to: `/admin/tickets${typeof list === 'string' ? list : ''}`, label: t('backToTickets') }
}
