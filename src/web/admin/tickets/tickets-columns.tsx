import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { AdminTicket } from '#contract/support/admin-tickets.ts'
import { adminTicketsText } from './texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { categoryKeys } from '#web/parts/support/say-category.ts'
import { TicketStatusBadge } from '#web/parts/support/ticket-status-badge.tsx'

export function columnsOf(
  t: Say<typeof adminTicketsText>,
  support: Say<typeof supportText>,
): Column<AdminTicket>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      cell: ({ id }) => <span className="figures text-ink-2">{id}</span>,
    },
    {
      key: 'subject',
      heading: support('subject'),
      narrow: 'first',
      cell: (ticket) => <SubjectLink ticket={ticket} />,
    },
    {
      key: 'user',
      heading: t('user'),
      narrow: 'second',
      cell: ({ user_email: email }) => (
        <span className="block truncate text-13 text-ink-2 wide:w-44" title={email}>
          {email}
        </span>
      ),
    },
    {
      key: 'category',
      heading: support('category'),
      cell: ({ category }) => <span className="whitespace-nowrap">{support(categoryKeys[category])}</span>,
    },
    {
      key: 'order',
      heading: support('order'),
      cell: ({ orderId }) => <span className="figures text-ink-2">{orderId ?? '–'}</span>,
    },
    {
      key: 'assignee',
      heading: t('assignee'),
      cell: ({ assignee }) =>
        assignee === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <bdi className="line-clamp-1 wrap-anywhere">{assignee.name}</bdi>
        ),
    },
    {
      key: 'status',
      heading: support('status'),
      narrow: 'end',
      cell: ({ status }) => <TicketStatusBadge status={status} />,
    },
    {
      key: 'lastUpdate',
      heading: support('lastUpdate'),
      narrow: 'second-end',
      cell: ({ lastUpdate }) => (
        <RelativeTime date={lastUpdate} className="whitespace-nowrap text-13 text-ink-3" />
      ),
    },
  ]
}

/** The ticket links back to the list with its filters. An unanswered one is marked like an unread email. */
function SubjectLink({ ticket: { id, subject, is_waiting: isWaiting } }: { ticket: AdminTicket }) {
  const t = useText(adminTicketsText)
  const { search } = useLocation()
  return (
    <span className="flex min-w-0 items-center gap-2 py-1">
      {isWaiting && <span aria-hidden className="size-2 shrink-0 rounded-full bg-foil" />}
      <Link
        to={`/admin/tickets/${id}`}
        state={{ list: search }}
        aria-label={`${isWaiting ? `${t('waiting')}: ` : ''}${t('view', { id: String(id), subject })}`}
        className={cx(
          'line-clamp-2 wrap-anywhere hover:underline',
          isWaiting && 'font-semibold',
          rowLinkClass,
        )}
      >
        {subject}
      </Link>
    </span>
  )
}
