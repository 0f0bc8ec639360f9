import { useLocation, useNavigation } from 'react-router'
import { type Ticket, ticketStatuses } from '#contract/tickets.ts'
import { supportText } from '#web/messages/support.ts'
import { useText } from '#web/messages/text.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { useUrlState } from '#web/ui/use-url-state.ts'
import { TicketsTable } from './tickets-table.tsx'

type MyTicketsProps = {
  tickets: readonly Ticket[]
  nextCursor: string | null
  onNew: () => void
}

export function MyTickets({ tickets, nextCursor, onNew }: MyTicketsProps) {
  const t = useText(supportText)
  const [status, setStatus] = useUrlState<'all' | Ticket['status']>('status', 'all')
  const shown = ticketStatuses.find((known) => known === status) ?? 'all'
  const isLoading = useNavigation().location?.pathname === '/support'
  const { search } = useLocation()
  const isPart = shown !== 'all' || new URLSearchParams(search).has('cursor')
  return (
    <div className="grid gap-4">
      <FilterButtons
        label={t('filters')}
        value={shown}
        onChange={setStatus}
        options={(['all', ...ticketStatuses] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Card
        isFlush
        className={cx('transition-opacity duration-120', isLoading && 'opacity-60')}
        aria-busy={isLoading}
      >
        {tickets.length > 0 && <TicketsTable tickets={tickets} />}
        {tickets.length === 0 && !isPart && (
          <EmptyState message={t('empty')}>
            <Button onClick={onNew}>{t('newTicket')}</Button>
          </EmptyState>
        )}
        {tickets.length === 0 && isPart && (
          <EmptyState message={t('noneFound')}>
            <LinkButton tone="secondary" to="/support">
              {t('resetFilters')}
            </LinkButton>
          </EmptyState>
        )}
      </Card>
      <Pages nextCursor={nextCursor} />
    </div>
  )
}

/** By where the last one ended: the list is kept by id, and has no numbered pages. */
function Pages({ nextCursor }: { nextCursor: string | null }) {
  const t = useText(supportText)
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const isFirst = !params.has('cursor')
  if (isFirst && nextCursor === null) return null
  const at = (cursor: string | undefined) => {
    const there = new URLSearchParams(params)
    if (cursor === undefined) there.delete('cursor')
    else there.set('cursor', cursor)
    return `/support?${there}`
  }
  return (
    <nav aria-label={t('pages')} className="flex justify-center gap-3">
      {!isFirst && (
        <LinkButton tone="secondary" size="small" to={at(undefined)}>
          {t('newest')}
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton tone="secondary" size="small" to={at(nextCursor)}>
          {t('older')}
        </LinkButton>
      )}
    </nav>
  )
}
