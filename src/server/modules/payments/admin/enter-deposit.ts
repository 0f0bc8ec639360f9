import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { MANUAL } from '#contract/settings/payment-methods.ts'
import type { Context } from '#server/context.ts'
import { claimReference } from '#server/modules/payments/manual/claim-reference.ts'
import { creditDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockBalance } from '#server/modules/ledger/account.ts'

import { toNamedId } from '#server/lib/postgres/search-text.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type Deposit, depositColumns } from '#server/modules/payments/deposits/deposit-queries.ts'

type Entered = { user: string; amount: Money; reference: string; reason: string }

/**
 * Money that arrived outside every gateway becomes a completed deposit with its ledger row. The reference is claimed first: entering
 * it again, at once or a year later, for any customer, is refused with the deposit it belongs to. Answers the deposit's id. Throws
 * `not_found`, `state_conflict`.
 */
export async function enterDeposit(
  ctx: Context,
  { by, entered: { user, amount, reference, reason } }: { by: By; entered: Entered },
): Promise<bigint> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const userId = await findPayee(tx, user)
    if (userId === undefined) throw new AppError('not_found')
    await lockBalance(tx, userId)
    const id = await claimReference(tx, { method: MANUAL, reference, userId })
    const deposit = await insertEntered(tx, { id, userId, amount, reference, now: ctx.clock() })
    const { actorId } = by
    // In the statement without its prefix, as the bank has it.
    const shown = { ...deposit, reference }
    await creditDeposit(tx, publish, shown, { amount, fee: ZERO, bonus: ZERO, actorId })
    const after = { user_id: userId, amount, reference }
    record({ action: 'deposit.enter', id, after, reason })
    return id
  })
}

/** Keeps references entered by staff apart from those of gateways. */
const ENTERED_PREFIX = 'manual:'

const ID_MAX = 2_147_483_647n

/** By id ("12", "#12") or by full email address. */
async function findPayee(tx: Tx, user: string): Promise<number | undefined> {
  const id = toNamedId(user)
  if (id !== undefined && id > ID_MAX) return undefined
  let query = tx.selectFrom('users').select('id').where('deleted_at', 'is', null)
  if (id === undefined) query = query.where('email', '=', user.toLowerCase())
  else query = query.where('id', '=', Number(id))
  return (await query.executeTakeFirst())?.id
}

/** Call it under the account's lock, once the reference is claimed. */
async function insertEntered(
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
      reference: `${ENTERED_PREFIX}${reference}`,
      gateway: MANUAL,
      payment_method: MANUAL,
      amount,
      status: 'completed',
      created_at: now,
      completed_at: now,
      opened_after: sql<number>`(select transactions_seq from accounts where user_id = ${userId})`,
    })
    .returning(depositColumns)
    .executeTakeFirstOrThrow()
}
