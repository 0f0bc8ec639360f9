import type { Kysely } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { meetAtTicket as endpoint } from '#contract/support/admin-tickets.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'
import { findNewestMessage, type TicketKey } from '#server/modules/support/tickets/ticket-queries.ts'
import { withNames } from '#server/modules/users/read-names.ts'

/** An open page reports every 5 s; after this long without a report it counts as closed. */
const PRESENT_MS = 20_000

type PresenceReport = { id: bigint; actorId: number; isAnswering: boolean | null }

/**
 * Records that a staff member has the ticket open, or leaves it, and answers who else has it open. Throws
 * `ticket_not_found`.
 */
export async function meetAtTicket(
  ctx: Context,
  { id, actorId, isAnswering }: PresenceReport,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const { user_id: userId } = await getAnyTicketRow(ctx, id)
  const now = ctx.clock()
  const own = { userId, id, actorId }
  if (isAnswering === null) await deletePresence(ctx.db, own)
  else await setPresence(ctx.db, { ...own, isAnswering, now })
  const since = new Date(now.getTime() - PRESENT_MS)
  const others = await listPresent(ctx.db, { ...own, since })
  const newest = await findNewestMessage(ctx.db, { userId, ticketId: id })
  return { others, last_message: Number(newest.id) }
}

type PresenceRow = TicketKey & { actorId: number; isAnswering: boolean; now: Date }

async function setPresence(db: Kysely<DB>, presence: PresenceRow): Promise<void> {
  const said = { is_answering: presence.isAnswering, seen_at: presence.now }
  await db
    .insertInto('ticket_presence')
    .values({ user_id: presence.userId, ticket_id: presence.id, actor_id: presence.actorId, ...said })
    .onConflict((at) => at.columns(['user_id', 'ticket_id', 'actor_id']).doUpdateSet(said))
    .execute()
}

async function deletePresence(
  db: Kysely<DB>,
  { userId, id, actorId }: TicketKey & { actorId: number },
): Promise<void> {
  await db
    .deleteFrom('ticket_presence')
    .where('user_id', '=', userId)
    .where('ticket_id', '=', id)
    .where('actor_id', '=', actorId)
    .execute()
}

/** Others who reported after `since`, those who are writing first. */
async function listPresent(
  db: Kysely<DB>,
  { userId, id, actorId, since }: TicketKey & { actorId: number; since: Date },
) {
  const rows = await db
    .selectFrom('ticket_presence')
    .select(['actor_id as id', 'is_answering'])
    .where('ticket_presence.user_id', '=', userId)
    .where('ticket_presence.ticket_id', '=', id)
    .where('ticket_presence.actor_id', '!=', actorId)
    .where('ticket_presence.seen_at', '>', since)
    .orderBy('ticket_presence.is_answering', 'desc')
    .orderBy('actor_id')
    .execute()
  return (await withNames(db, rows, ({ id: by }) => by)).map((row) => ({ ...row, name: row.name ?? '' }))
}
