import { sql } from 'kysely'

import type { Tx } from '#server/lib/postgres/transact.ts'
import { askIn } from '#server/modules/orders/state/poll-queue-queries.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

/** The check that follows soon will see what comes of the wish. */
const CANCEL_CHECK_SECONDS = 2

/** From now on nobody else asks, for that long. Answers when it was asked, which is whose wish it is from then on. */
export async function beginCancel(tx: Tx, { userId, id }: OrderKey, askingSeconds: number): Promise<Date> {
  const { cancel_asked_at: askedAt } = await tx
    .updateTable('orders')
    .set({
      cancel_asked_at: sql`now()`,
      cancel_awaited_until: inSeconds(askingSeconds),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(sql<Date>`cancel_asked_at`.as('cancel_asked_at'))
    .executeTakeFirstOrThrow()
  await askIn(tx, { userId, id }, { seconds: CANCEL_CHECK_SECONDS, isNew: true })
  return askedAt
}

/**
 * How the wish stands now: awaited for so long, or no longer in the way of another. Answers false, and changes
 * nothing, when somebody has asked anew meanwhile: a late answer is not to theirs.
 */
export async function changeCancel(
  tx: Tx,
  { userId, id, askedAt }: OrderKey & { askedAt: Date },
  { awaitedSeconds }: { awaitedSeconds: number | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ cancel_awaited_until: awaitedSeconds === undefined ? null : inSeconds(awaitedSeconds) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('cancel_asked_at', '=', askedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
