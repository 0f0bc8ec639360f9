import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { meetAtTicket as endpoint } from '#contract/support/admin-tickets.ts'
import type { Context } from '#server/context.ts'
import { findNewestMessage } from '#server/modules/support/tickets/message-queries.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'

import { deletePresence, deletePresenceBefore, listPresent, setPresence } from './inbox-queries.ts'

/** A page that stands says it every 5 s; one that is gone without a word is forgotten after that long. */
const PRESENT_MS = 20_000
const KEPT_MS = 3_600_000

type Meeting = { id: bigint; actorId: number; isAnswering: boolean | null }

/** Says that one is there, or leaves, and answers who else is. Throws `ticket_not_found`. */
export async function meetAtTicket(
  ctx: Context,
  { id, actorId, isAnswering }: Meeting,
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

/** Those who were there an hour ago. */
export async function forgetPresence({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  await deletePresenceBefore(db, new Date(clock().getTime() - KEPT_MS))
  return false
}
