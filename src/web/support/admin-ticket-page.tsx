import { type ReactNode, type RefObject, useRef } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getAdminTicket } from '#contract/ticket-desk.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { isBuilt } from '#web/built-pages.ts'
import { adminTicketsText } from '#web/messages/admin-tickets.ts'
import { supportText } from '#web/messages/support.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Alert, ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { keepsFocus } from '#web/ui/use-url-state.ts'
import { SeeAs } from '#web/users/see-as.tsx'
import type { Route } from './+types/admin-ticket-page.ts'
import { ReplyForm } from './reply-form.tsx'
import { ResolveButton } from './resolve-button.tsx'
import { categoryKeys } from './say-category.ts'
import { Thread } from './thread.tsx'
import { TicketStatusBadge } from './ticket-status-badge.tsx'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageTitle(matches, textOf(matches, adminTicketsText)('ticket', { id }))

/** Undefined for a ticket that is not there. */
export async function clientLoader({ request: { signal }, params }: Route.ClientLoaderArgs) {
  const id = Number(params.id)
  if (!/^\d{1,16}$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) return { ticket: undefined }
  try {
    return { ticket: (await call(getAdminTicket, { params: { id } }, { signal })).ticket }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ticket_not_found') return { ticket: undefined }
    throw error
  }
}

export function HydrateFallback() {
  const t = useText(supportText)
  return <SkeletonRows rows={4} label={t('threadLoading')} />
}

export default function AdminTicketPage({ loaderData: { ticket }, params: { id } }: Route.ComponentProps) {
  const t = useText(adminTicketsText)
  if (ticket === undefined)
    return (
      <Frame title={t('ticket', { id })}>
        <EmptyState message={t('notFound')} />
      </Frame>
    )
  return <TicketView key={id} ticket={ticket} />
}

function TicketView({ ticket }: { ticket: AnswerOf<typeof getAdminTicket>['ticket'] }) {
  const t = useText(adminTicketsText)
  const support = useText(supportText)
  const { id, subject, category, orderId, status, messages, user_id: userId, user_email: email } = ticket
  const newest = useRef<HTMLLIElement>(null)
  return (
    <Frame title={subject} firstFocus={newest}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TicketStatusBadge status={status} />
        <span className="text-14 text-ink-2">
          <span className="figures">#{id}</span> · {support(categoryKeys[category])}
        </span>
        {isBuilt('/admin/users/:id') ? (
          <Link
            to={`/admin/users/${userId}`}
            className="text-14 text-petrol underline-offset-4 hover:underline"
          >
            {email}
          </Link>
        ) : (
          <span className="text-14">{email}</span>
        )}
        {orderId !== null && (
          <LinkButton tone="quiet" size="small" to={`/admin/orders/${orderId}`}>
            {support('aboutOrder', { id: String(orderId) })}
          </LinkButton>
        )}
        <SeeAs userId={userId} name={email} reason={t('ticket', { id: String(id) })} />
        {status === 'open' && <ResolveButton side="desk" id={id} />}
      </div>
      <Thread side="desk" ticketId={id} messages={messages} newest={newest} />
      {status === 'open' ? (
        <ReplyForm side="desk" ticketId={id} />
      ) : (
        <Alert tone="info">{t('isClosed')}</Alert>
      )}
    </Frame>
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

/** It closes to the list as it was left. */
function Frame({ title, firstFocus, children }: FrameProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const close = () =>
    void navigate({ pathname: '/admin/tickets', search }, { state: keepsFocus, preventScrollReset: true })
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
