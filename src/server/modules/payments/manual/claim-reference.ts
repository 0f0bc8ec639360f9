import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { MANUAL } from '#contract/settings/payment-methods.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

type Claim = {
  /** A method's id, or `manual` for deposits entered without one. */
  method: string
  reference: string
  userId: number
  /** Default: a new id. */
  depositId?: bigint
}

/**
 * Claims the reference of a transfer for a deposit, once per method. A deposit entered without a method may belong to any, so it
 * excludes all methods, and each of them excludes it. Throws `state_conflict` with the deposit that was credited with it.
 */
export async function claimReference(
  tx: Tx,
  { method, reference: asTyped, userId, depositId }: Claim,
): Promise<bigint> {
  await lockReference(tx, asTyped)
  const reference = toComparable(asTyped)
  const holder = await findCreditedWith(tx, reference, method === MANUAL ? undefined : [method, MANUAL])
  if (holder !== undefined)
    throw new AppError('state_conflict', { reason: 'reference_entered', deposit_id: Number(holder) })
  const claimed = await tx
    .insertInto('entered_references')
    .values({
      method,
      reference,
      user_id: userId,
      deposit_id: depositId ?? sql<bigint>`nextval('transaction_ids')`,
    })
    .returning('deposit_id')
    .executeTakeFirstOrThrow()
  return claimed.deposit_id
}

/**
 * Serializes all claims of a reference, by any method: no key of the table excludes `manual` and the others from each
 * other. Call it before locking a balance, as crediting a transfer does; otherwise two txs could deadlock.
 */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  const hash = createHash('sha256').update(toComparable(reference)).digest()
  await takeLock(tx, 'claims of a reference', hash.readInt32BE())
}

/** The newest deposit credited with this reference, by one of the methods; default: by any. */
export async function findCreditedWith(
  db: Kysely<DB>,
  reference: string,
  methods?: readonly string[],
): Promise<bigint | undefined> {
  let query = db
    .selectFrom('entered_references')
    .select('deposit_id')
    .where('reference', '=', toComparable(reference))
  if (methods !== undefined) query = query.where('method', 'in', methods)
  const found = await query.orderBy('deposit_id', 'desc').limit(1).executeTakeFirst()
  return found?.deposit_id
}

/** References that differ only in spaces or case are the same. */
function toComparable(reference: string): string {
  return reference.replaceAll(/\s+/g, '').toLowerCase()
}
