import type { Kysely } from 'kysely'

import type { Ticket } from '#contract/support/tickets.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listNamedTicketRows, listUnreadTicketRows } from './ticket-queries.ts'
import { toTicket } from './to-ticket.ts'

/** The named tickets, oldest first; those of another user are left out. */
export async function findTickets(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Ticket[]> {
  const rows = await listNamedTicketRows(db, { userId, ids: ids.map(BigInt) })
  return rows.map(toTicket)
}

/** The newest with an answer that was not read. */
export async function listUnreadTickets(
  db: Kysely<DB>,
  asked: { userId: number; count: number },
): Promise<Ticket[]> {
  return (await listUnreadTicketRows(db, asked)).map(toTicket)
}
