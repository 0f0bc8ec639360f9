import { sql } from 'kysely'

import { SAME_PAYMENT_MINUTES } from '#contract/admin-api/admin-api.ts'
import type { Money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockBalance, readBalance } from '#server/modules/ledger/account.ts'
import { toReviewColumns } from '#server/modules/payments/deposits/deposit-queries.ts'
import { countCredit } from '#server/modules/users/api-keys/count-credit.ts'

import { bookEntered } from './enter-deposit.ts'

type Payment = { userId: number; amount: Money; method: string; memo: string }

/** The length of a reference on a bank statement. */
const SHOWN_MAX = 100
/** A memo without a digit identifies a payment from this length on (reseller.md A11). */
const MEMO_NAMES_FROM = 10

/**
 * Credits what the operator's script reports as arrived, within the daily limit of its key: a deposit entered by staff. The
 * protocol has no idempotency key. The same payment within 10 minutes gets the first answer if its memo identifies it; otherwise
 * both are credited, and staff see them as a pair. Throws `daily_limit_reached`, `authentication_required`, `state_conflict`.
 */
export async function addPayment(
  ctx: Context,
  { by, payment }: { by: By & { keyId: string }; payment: Payment },
): Promise<{ id: bigint; balance: Money }> {
  const { userId, amount, method, memo } = payment
  const id = await transactAsStaff(ctx, by, async (tx, publish, record) => {
    // Of two concurrent calls the second waits here, and then sees the first.
    await lockBalance(tx, userId)
    const now = ctx.clock()
    const same = await findSame(tx, { ...payment, now })
    const said = [method, memo].filter((part) => part !== '').join(', ')
    if (same !== undefined && namesPayment(memo)) {
      record({ action: 'deposit.repeat', id: same, after: { user_id: userId, amount }, reason: said })
      return same
    }
    await countCredit(tx, { userId: by.actorId, keyId: by.keyId, amount, now })
    const added = await storeAdded(tx, { ...payment, keyId: by.keyId, now })
    const shownAs = (said === '' ? `#${added}` : said).slice(0, SHOWN_MAX)
    await bookEntered(
      { tx, publish, record },
      { by, userId, id: added, amount, reference: `api:${added}`, shownAs, reason: said, now },
    )
    if (same !== undefined) await markPair(tx, userId, [same, added])
    return added
  })
  return { id, balance: await readBalance(ctx.db, userId) }
}

/** Whether a memo distinguishes payments: "order 17" does, "deposit" does not. */
function namesPayment(memo: string): boolean {
  return /\d/.test(memo) || Array.from(memo).length >= MEMO_NAMES_FROM
}

async function findSame(
  tx: Tx,
  { userId, amount, method, memo, now }: Payment & { now: Date },
): Promise<bigint | undefined> {
  const since = new Date(now.getTime() - SAME_PAYMENT_MINUTES * 60_000)
  const row = await tx
    .selectFrom('added_payments')
    .select('deposit_id')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('amount', '=', amount)
    .where('method', '=', method)
    .where('memo', '=', memo)
    .orderBy('deposit_id')
    .limit(1)
    .executeTakeFirst()
  return row?.deposit_id
}

/** Returns the id of the resulting deposit. */
async function storeAdded(
  tx: Tx,
  { userId, amount, method, memo, keyId, now }: Payment & { keyId: string; now: Date },
): Promise<bigint> {
  const { deposit_id: id } = await tx
    .insertInto('added_payments')
    .values({
      user_id: userId,
      deposit_id: sql<bigint>`nextval('transaction_ids')`,
      key_id: keyId,
      amount,
      method,
      memo,
      created_at: now,
    })
    .returning('deposit_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lists both for staff, each referring to the other. */
async function markPair(tx: Tx, userId: number, [first, second]: [bigint, bigint]): Promise<void> {
  for (const [id, other] of [
    [first, second],
    [second, first],
  ] as const)
    await tx
      .updateTable('deposits')
      .set(toReviewColumns({ code: 'same_payment', details: { deposit_id: Number(other) } }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('status', '=', 'completed')
      .execute()
}
