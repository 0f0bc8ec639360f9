import { defaultLanguage } from '#contract/base/languages.ts'
import { isAllowed, mayActOn, type Staff } from '#contract/base/permissions.ts'
import type { AdminTicketThread } from '#contract/support/admin-tickets.ts'
import type { Context } from '#server/context.ts'
import { getAnyTicketRow, readMessages, toAdminTicket } from '#server/modules/support/tickets/read-tickets.ts'

import { readNotes } from './note-ticket.ts'

/** A ticket with its messages and internal notes. Throws `ticket_not_found`. */
export async function readInboxThread(
  ctx: Context,
  { id, staff }: { id: bigint; staff: Staff },
): Promise<AdminTicketThread> {
  const row = await getAnyTicketRow(ctx, id)
  const key = { userId: row.user_id, id }
  const [messages, notes] = await Promise.all([
    readMessages(ctx, key, { isForStaff: true }),
    readNotes(ctx, key),
  ])
  const user = { role: row.user_role, permissions: row.user_permissions }
  return {
    ...toAdminTicket(row),
    user_name: row.user_name,
    user_language: row.user_language ?? defaultLanguage,
    can_view: isAllowed(staff, 'users') && mayActOn(staff, user),
    messages,
    notes,
  }
}
