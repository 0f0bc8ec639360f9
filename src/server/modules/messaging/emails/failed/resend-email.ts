import type { LetterOutcome } from '#contract/messaging/failed-emails.ts'
import type { Context } from '#server/context.ts'
import { ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { lockGivenUp, queueAgain } from './failed-emails-queries.ts'

/**
 * Queues a letter anew that was given up at that moment, and records who said so. Whoever comes second finds it queued, or
 * given up at another moment, and sends nothing.
 */
export async function sendAgain(
  ctx: Context,
  by: By,
  { id, givenUpAt }: { id: string; givenUpAt: Date },
): Promise<LetterOutcome> {
  const [user = '', hash = ''] = id.split('-')
  const userId = Number(user)
  if (userId > ID_MAX) return 'not_given_up'
  const place = { userId, hash, givenUpAt }
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const found = await lockGivenUp(tx, place)
    if (found === undefined) return 'not_given_up'
    const { letter, held_by: heldBy, created_at: writtenAt } = found
    if (heldBy !== null) return heldBy
    await queueAgain(tx, place)
    // Neither the address nor what it says: the record is kept for ever.
    record({ action: 'letter.send_again', id: userId, after: { letter, written_at: writtenAt } })
    publish({ topic: 'mail' })
    return 'queued'
  })
}
