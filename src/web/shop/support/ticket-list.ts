import { listTickets, ticketStatuses } from '#contract/support/tickets.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { byCursor, makeList } from '#web/ui/list/list.ts'
import { oneIn } from '#web/ui/list/read-address.ts'

/** Separate from the component that shows it, which most visits do not load. */
export const ticketList = makeList({
  text: supportText,
  words: (t) => ({
    table: t('table'),
    noneFound: t('noneFound'),
    empty: t('empty'),
    failed: t('loadFailed'),
  }),
  read: (params) => ({ status: oneIn(params, 'status', ticketStatuses) }),
  paging: byCursor(20),
  ask: (query) => queryOf(listTickets, { query }),
  rowsOf: ({ tickets }) => tickets,
  rowKey: ({ id }) => id,
})
