import { defaultLanguage } from '#contract/languages.ts'
import type { AdminTicketThread } from '#contract/ticket-desk.ts'
import type { Context } from '#server/context.ts'
import { getAnyTicketRow, readMessages } from '#server/tickets/read-tickets.ts'
import { toAdminTicket } from '#server/tickets/to-ticket.ts'

import { readNotes } from './note-ticket.ts'

/** All that was written in it, with what staff noted beside. Throws `ticket_not_found`. */
export async function readDeskThread(ctx: Context, id: bigint): Promise<AdminTicketThread> {
  const row = await getAnyTicketRow(ctx, id)
  const key = { userId: row.user_id, id }
  const [messages, notes] = await Promise.all([
    readMessages(ctx, key, { isForStaff: true }),
    readNotes(ctx, key),
  ])
  return {
    ...toAdminTicket(row),
    user_name: row.user_name,
    user_language: row.user_language ?? defaultLanguage,
    messages,
    notes,
  }
}
