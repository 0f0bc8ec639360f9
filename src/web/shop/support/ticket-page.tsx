import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { getTicket, readTicket, resolveTicket, listTickets } from '#contract/support/tickets.ts'
import { type AnswerOf } from '#contract/base/endpoint.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { getSession } from '#web/platform/session/session.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Dialog, fetchDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert, ErrorState } from '#web/ui/feedback/error-state.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/ticket-page.ts'
import { ReplyForm } from './reply-form.tsx'
import { categoryKeys } from '#web/parts/support/say-category.ts'
import { Thread } from '#web/parts/support/thread.tsx'
import { ResolveButton } from '#web/parts/support/resolve-button.tsx'
import { TicketStatusBadge } from '#web/parts/support/ticket-status-badge.tsx'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageTitle(matches, textOf(matches, supportText)('ticket', { id }))

/** Undefined if the ticket doesn't exist or is another customer's. */
export async function clientLoader({ request: { signal }, params }: Route.ClientLoaderArgs) {
  const id = Number(params.id)
  // Both load concurrently; a failed one shows its error in its place.
  fetchDialog().catch(() => {})
  if (!/^\d{1,16}$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) return { ticket: undefined }
  try {
    return { ticket: await load(queryOf(getTicket, { params: { id } }), signal) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ticket_not_found') return { ticket: undefined }
    throw error
  }
}

export default function TicketPage({ loaderData: { ticket }, params }: Route.ComponentProps) {
  const t = useText(supportText)
  if (ticket === undefined)
    return (
      <Frame title={t('notFound')}>
        <EmptyState message={t('notFoundLead')}>
          <LinkButton tone="secondary" to="/support">
            {t('backToTickets')}
          </LinkButton>
        </EmptyState>
      </Frame>
    )
  // A different ticket is a new dialog, without state of the old one.
  return <TicketView key={params.id} loaded={ticket} />
}

function TicketView({ loaded }: { loaded: Loaded<AnswerOf<typeof getTicket>> }) {
  const t = useText(supportText)
  const { ticket } = useLoaded(loaded)
  useLiveEvent('ticket', (told) => told.id === ticket.id && rereadSoon(getTicket))
  useLiveGaps(() => rereadSoon(getTicket))
  const { id, subject, category, orderId, status, messages, is_unread: isUnread } = ticket
  const newest = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The change arrives as an event. Viewing staff leave it unread.
    if (isUnread && !getSession()?.isView) call(readTicket, { params: { id } }).catch(report)
  }, [id, isUnread])
  return (
    <Frame title={subject} firstFocus={newest}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TicketStatusBadge status={status} />
        <span className="text-14 text-ink-2">
          <span className="figures">#{id}</span> · {t(categoryKeys[category])}
        </span>
        {orderId !== null && (
          <LinkButton tone="quiet" size="small" to={`/orders/${orderId}`}>
            {t('aboutOrder', { id: String(orderId) })}
          </LinkButton>
        )}
        {status === 'open' && (
          <ResolveButton
            onResolve={() => call(resolveTicket, { params: { id } })}
            shown={[getTicket, listTickets]}
          />
        )}
      </div>
      <Thread ticketId={id} messages={messages} newest={newest} />
      {status === 'open' ? <ReplyForm ticketId={id} /> : <Closed />}
    </Frame>
  )
}

function Closed() {
  const t = useText(supportText)
  return (
    <div className="grid gap-3">
      <Alert tone="info">{t('isClosed')}</Alert>
      <LinkButton to="/support?tab=new" className="justify-self-start">
        {t('newTicket')}
      </LinkButton>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(supportText)
  const { revalidate, state } = useRevalidator()
  return (
    <Frame title={t('title')}>
      <ErrorState
        message={t('threadFailed')}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void revalidate()}
        isBusy={state === 'loading'}
      />
    </Frame>
  )
}

type FrameProps = { title: string; firstFocus?: RefObject<HTMLElement | null>; children: ReactNode }

/** Closes to the list with its filter and page. */
function Frame({ title, firstFocus, children }: FrameProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const close = () =>
    void navigate({ pathname: '/support', search }, { state: keepsFocus, preventScrollReset: true })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || close()}
      title={title}
      isWide
      {...(firstFocus !== undefined && { firstFocus })}
    >
      {children}
    </Dialog>
  )
}
