import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type listTickets, type Ticket, ticketStatuses } from '#contract/support/tickets.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { UrlButtons } from '#web/ui/fields/url-fields.tsx'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListPage } from '#web/ui/list/page-list.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import { categoryKeys } from '#web/parts/support/say-category.ts'
import { TicketStatusBadge } from '#web/parts/support/ticket-status-badge.tsx'
import { ticketList } from './ticket-list.ts'

type MyTicketsProps = { listed: AnswerOf<typeof listTickets>; onNew: () => void }

export function MyTickets({ listed, onNew }: MyTicketsProps) {
  const t = useText(supportText)
  return (
    <ListPage
      list={ticketList}
      data={listed}
      columns={columnsOf(t)}
      isLinked
      filters={
        <UrlButtons
          name="status"
          label={t('filters')}
          initial="all"
          options={(['all', ...ticketStatuses] as const).map((value) => ({ value, label: t(value) }))}
        />
      }
      none={
        <NoneFound list={ticketList}>
          <Button onClick={onNew}>{t('newTicket')}</Button>
        </NoneFound>
      }
    />
  )
}

function columnsOf(t: Say<typeof supportText>): Column<Ticket>[] {
  return [
    {
      key: 'subject',
      heading: t('subject'),
      narrow: 'first',
      cell: (ticket) => <SubjectLink ticket={ticket} />,
    },
    {
      key: 'category',
      heading: t('category'),
      narrow: 'second',
      cell: ({ category }) => <span className="whitespace-nowrap">{t(categoryKeys[category])}</span>,
    },
    {
      key: 'order',
      heading: t('order'),
      cell: ({ orderId }) => <span className="figures text-ink-2">{orderId ?? '–'}</span>,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'end',
      cell: ({ status }) => <TicketStatusBadge status={status} />,
    },
    {
      key: 'lastUpdate',
      heading: t('lastUpdate'),
      narrow: 'second-end',
      cell: ({ lastUpdate }) => (
        <RelativeTime date={lastUpdate} className="whitespace-nowrap text-13 text-ink-3" />
      ),
    },
  ]
}

/** The list behind the ticket stays unchanged: its filter and page are in the URL. */
function SubjectLink({ ticket: { id, subject, is_unread: isUnread } }: { ticket: Ticket }) {
  const t = useText(supportText)
  const { search } = useLocation()
  return (
    <span className="flex min-w-0 items-center gap-2 py-2">
      {isUnread && <span aria-hidden className="size-2 shrink-0 rounded-full bg-foil" />}
      <Link
        to={{ pathname: `/support/tickets/${id}`, search }}
        state={keepsFocus}
        preventScrollReset
        aria-label={`${isUnread ? `${t('unread')}: ` : ''}${t('view', { id: String(id), subject })}`}
        className={cx(
          'line-clamp-2 wrap-anywhere hover:underline',
          isUnread && 'font-semibold',
          rowLinkClass,
        )}
      >
        {subject}
      </Link>
    </span>
  )
}
