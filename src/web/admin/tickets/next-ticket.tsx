import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { type AdminTicket, listAdminTickets } from '#contract/support/admin-tickets.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { adminTicketsText } from './texts.en.ts'

// Two, since the first may still be the ticket on screen.
const waiting = queryOf(listAdminTickets, { query: { waiting: 'true', limit: 2 } })

/** Once a ticket is answered or closed: a link to another unanswered one, so that nobody has to go back to the list. */
export function NextTicket({ ticket: { id, is_waiting: isWaiting } }: { ticket: AdminTicket }) {
  const t = useText(adminTicketsText)
  const { state } = useLocation()
  const { data } = useQuery({ ...waiting, enabled: !isWaiting }, queryClient())
  const next = data?.tickets.find((one) => one.id !== id)
  if (isWaiting || next === undefined) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <LinkButton tone="secondary" size="small" to={`/admin/tickets/${next.id}`} state={state}>
        {t('nextTicket')}
      </LinkButton>
      <bdi className="line-clamp-1 min-w-0 flex-1 text-14 break-all text-ink-2">{next.subject}</bdi>
    </div>
  )
}
