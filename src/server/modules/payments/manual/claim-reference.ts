import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

type Claim = {
  /** A method's id, or `manual` for what staff enter without one. */
  method: string
  reference: string
  userId: number
  /** Default: a new id. */
  depositId?: bigint
}

/**
 * Claims the reference of a transfer for a deposit; the primary key decides between two at once. Throws `state_conflict`, which names
 * the deposit that was credited with it.
 */
export async function claimReference(
  tx: Tx,
  { method, reference: asTyped, userId, depositId }: Claim,
): Promise<bigint> {
  const reference = toComparable(asTyped)
  const claimed = await tx
    .insertInto('entered_references')
    .values({
      method,
      reference,
      user_id: userId,
      deposit_id: depositId ?? sql<bigint>`nextval('transaction_ids')`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('deposit_id')
    .executeTakeFirst()
  if (claimed !== undefined) return claimed.deposit_id
  const { deposit_id: holder } = await tx
    .selectFrom('entered_references')
    .select('deposit_id')
    .where('method', '=', method)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  throw new AppError('state_conflict', { reason: 'reference_entered', deposit_id: Number(holder) })
}

/** The newest deposit that was credited with this reference, by whichever method. */
export async function findCreditedWith(db: Kysely<DB>, reference: string): Promise<bigint | undefined> {
  const found = await db
    .selectFrom('entered_references')
    .select('deposit_id')
    .where('reference', '=', toComparable(reference))
    .orderBy('deposit_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.deposit_id
}

/** References that differ only in blanks or case are the same. */
function toComparable(reference: string): string {
  return reference.replaceAll(/\s+/g, '').toLowerCase()
}
