import { useLocation, useNavigation } from 'react-router'
import { type Ticket, ticketStatuses } from '#contract/support/tickets.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
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
      <ListCard isLoading={isLoading}>
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
      </ListCard>
      <OlderPages nextCursor={nextCursor} />
    </div>
  )
}
