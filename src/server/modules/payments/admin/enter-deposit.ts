import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { MANUAL } from '#contract/settings/payment-methods.ts'
import type { Context } from '#server/context.ts'
import { approvalLimitOfEntered } from '#server/modules/payments/manual/approval-limit.ts'
import { claimReference, lockReference } from '#server/modules/payments/manual/claim-reference.ts'
import { creditDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { type By, type RecordAction, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockAccount, lockBalance } from '#server/modules/ledger/account.ts'

import { toNamedId } from '#server/lib/postgres/search-text.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type Deposit, depositColumns } from '#server/modules/payments/deposits/deposit-queries.ts'

type Entered = { user: string; amount: Money; reference: string; reason: string }

/**
 * Turns money that arrived outside every gateway into a completed deposit with its ledger row. The reference is claimed
 * first: entering it again, concurrently or a year later, for any customer or by any manual method, is refused with the
 * deposit it belongs to. What one person enters for one customer within 24 hours is limited to what a manual method
 * credits without a second person. Returns the deposit's id. Throws `not_found`, `state_conflict`.
 */
export async function enterDeposit(
  ctx: Context,
  { by, entered: { user, amount, reference, reason } }: { by: By; entered: Entered },
): Promise<bigint> {
  const { payment_methods: methods } = await ctx.settings.read()
  const limit = approvalLimitOfEntered(methods)
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const userId = await findPayee(tx, user)
    if (userId === undefined) throw new AppError('not_found')
    await lockReference(tx, reference)
    await lockBalance(tx, userId)
    if (limit !== null && (await sumEntered(tx, { userId, actorId: by.actorId })) + amount > limit)
      throw new AppError('state_conflict', { reason: 'second_person_needed', limit })
    const id = await claimReference(tx, { method: MANUAL, reference, userId })
    await bookEntered(
      { tx, publish, record },
      { by, userId, id, amount, reference, shownAs: reference, reason, now: ctx.clock() },
    )
    return id
  })
}

/**
 * Credits a payment that staff entered, with its row in the audit log. `reference` is unique for the customer; the statement
 * shows `shownAs`. There is no bonus. Call it under the account's lock, with an id that only this payment has.
 */
export async function bookEntered(
  { tx, publish, record }: { tx: Tx; publish: Publish; record: RecordAction },
  entered: {
    by: By
    userId: number
    id: bigint
    amount: Money
    reference: string
    shownAs: string
    reason: string
    now: Date
  },
): Promise<void> {
  const { by, userId, id, amount, shownAs, reason } = entered
  const deposit = await insertEntered(tx, entered)
  const shown = { ...deposit, reference: shownAs }
  await creditDeposit(tx, publish, shown, { amount, fee: ZERO, bonus: ZERO, actorId: by.actorId })
  record({ action: 'deposit.enter', id, after: { user_id: userId, amount, reference: shownAs }, reason })
}

/** Keeps references entered by staff apart from those of gateways. */
const ENTERED_PREFIX = 'manual:'

const ID_MAX = 2_147_483_647n

/** By id ("12", "#12"), full email address or user name. */
async function findPayee(tx: Tx, user: string): Promise<number | undefined> {
  const id = toNamedId(user)
  if (id !== undefined && id > ID_MAX) return undefined
  let query = tx.selectFrom('users').select('id').where('deleted_at', 'is', null)
  if (id === undefined)
    query = query.where(
      sql<boolean>`(email = ${user.toLowerCase()} or lower(username) = ${user.toLowerCase()})`,
    )
  else query = query.where('id', '=', Number(id))
  return (await query.executeTakeFirst())?.id
}

/**
 * What one person entered for one customer within 24 hours, less reversals, so that the limit can't be avoided in
 * parts. Call it under the account's lock, which all entries for the customer wait for. Scripts have their key's limit.
 */
async function sumEntered(tx: Tx, { userId, actorId }: { userId: number; actorId: number }): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(deposits.amount - reversed), 0)::bigint as sum
    from deposits
    join transactions line on line.user_id = deposits.user_id and line.id = deposits.id and line.actor_id = ${actorId}
    join entered_references entered on entered.deposit_id = deposits.id and entered.method = ${MANUAL}
    where deposits.user_id = ${userId} and gateway = ${MANUAL} and completed_at > tally_now() - interval '24 hours'`.execute(
    tx,
  )
  return rows[0]?.sum ?? 0n
}

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
  const { newestSeq } = await lockAccount(tx, userId)
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
      opened_after: newestSeq,
    })
    .returning(depositColumns)
    .executeTakeFirstOrThrow()
}
