import { sql } from 'kysely'

import { toNamedId } from '#server/lib/postgres/search-text.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { depositColumns, type Deposit } from '#server/modules/payments/deposits/deposit-queries.ts'

/** Before a reference that staff entered, among those that gateways know. */
export const enteredPrefix = 'manual:'

const ID_MAX = 2_147_483_647n

/** By id ("12", "#12") or by whole address; undefined for nobody. */
export async function findPayee(tx: Tx, user: string): Promise<number | undefined> {
  const id = toNamedId(user)
  if (id !== undefined && id > ID_MAX) return undefined
  let query = tx.selectFrom('users').select('id').where('deleted_at', 'is', null)
  if (id === undefined) query = query.where('email', '=', user.toLowerCase())
  else query = query.where('id', '=', Number(id))
  return (await query.executeTakeFirst())?.id
}

/** Completed as it is made, under the account's lock, once its reference is claimed. */
export async function insertEntered(
  tx: Tx,
  {
    id,
    userId,
    amount,
    reference,
    now,
  }: { id: bigint; userId: number; amount: bigint; reference: string; now: Date },
): Promise<Deposit> {
  return tx
    .insertInto('deposits')
    .values({
      user_id: userId,
      id,
      reference: `${enteredPrefix}${reference}`,
      gateway: 'manual',
      payment_method: 'manual',
      amount,
      status: 'completed',
      created_at: now,
      completed_at: now,
      opened_after: sql<number>`(select transactions_seq from accounts where user_id = ${userId})`,
    })
    .returning(depositColumns)
    .executeTakeFirstOrThrow()
}

/**
 * A reference with the id of its deposit, a fresh one, or that of whoever came first. Two at once take turns. People copy
 * one with and without its spaces, in large and in small letters: that is the same money.
 */
export async function claimReference(
  tx: Tx,
  { reference: asTyped, userId }: { reference: string; userId: number },
): Promise<{ id: bigint; isNew: boolean }> {
  const reference = asTyped.replaceAll(/\s+/g, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const claimed = await tx
    .insertInto('entered_references')
    .values({ reference, user_id: userId, deposit_id: sql<bigint>`nextval('transaction_ids')` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('deposit_id')
    .executeTakeFirst()
  if (claimed !== undefined) return { id: claimed.deposit_id, isNew: true }
  const { deposit_id: holder } = await tx
    .selectFrom('entered_references')
    .select('deposit_id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { id: holder, isNew: false }
}
