import { type Kysely, sql } from 'kysely'

import type { Money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Deposit, depositColumns, type DepositKey } from './deposit-queries.ts'

export async function findDepositByKey(
  db: Kysely<DB>,
  { userId, key }: { userId: number; key: string },
): Promise<Deposit | undefined> {
  return db
    .selectFrom('deposits')
    .select(depositColumns)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Call inside a tx: one customer's openings take turns, so that counting them is exact. */
export async function lockAccount(tx: Kysely<DB>, userId: number): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** How many deposits were opened since then and are not paid, and when the first of them was. */
export async function countUnpaid(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<{ count: number; first: Date | null }> {
  return db
    .selectFrom('deposits')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(created_at)`.as('first')])
    .where('user_id', '=', userId)
    .where('status', '<>', 'completed')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Its customer's account is locked, so that its place in the statement is the last. */
export async function insertDeposit(
  db: Kysely<DB>,
  deposit: {
    userId: number
    reference: string
    gateway: string
    gatewayAccount: number | null
    paymentMethod: string
    amount: Money
    bonus: Money
    key: string | undefined
    requestHash: Buffer
    createdAt: Date
    checkAt: Date
  },
): Promise<Deposit> {
  return db
    .insertInto('deposits')
    .values({
      user_id: deposit.userId,
      reference: deposit.reference,
      gateway: deposit.gateway,
      gateway_account: deposit.gatewayAccount,
      payment_method: deposit.paymentMethod,
      amount: deposit.amount,
      bonus: deposit.bonus,
      idempotency_key: deposit.key ?? null,
      request_hash: deposit.key === undefined ? null : deposit.requestHash,
      created_at: deposit.createdAt,
      check_at: deposit.checkAt,
      opened_after: sql<number>`(select transactions_seq from accounts where user_id = ${deposit.userId})`,
    })
    .returning(depositColumns)
    .executeTakeFirstOrThrow()
}

/** True for the one caller that may ask the gateway for the invoice now; for nobody once a person decided. */
export async function takeAskingLease(
  db: Kysely<DB>,
  { userId, id, now, until }: DepositKey & { now: Date; until: Date },
): Promise<boolean> {
  const tooLate = new Date(2 * until.getTime() - now.getTime())
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    // Should this process die, the deposit is looked after by the polling.
    .set({ lease_until: until, check_at: until })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('payment_url', 'is', null)
    .where('status', '<>', 'completed')
    .where('refused_at', 'is', null)
    // One that ends a whole lease later than any can was taken before the clock stepped back; processes differ by less.
    .where((at) =>
      at.or([at('lease_until', 'is', null), at('lease_until', '<=', now), at('lease_until', '>', tooLate)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endAskingLease(
  db: Kysely<DB>,
  { userId, id, checkAt }: DepositKey & { checkAt: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ lease_until: null, check_at: checkAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('payment_url', 'is', null)
    .where('status', '<>', 'completed')
    .execute()
}

/** A deposit that was given up for lack of an invoice is open again with one. */
export async function saveInvoice(
  db: Kysely<DB>,
  invoice: DepositKey & { url: string; gatewayId: string; expiresAt: Date; checkAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set((set) => ({
      payment_url: invoice.url,
      gateway_id: invoice.gatewayId,
      expires_at: invoice.expiresAt,
      check_at: invoice.checkAt,
      lease_until: null,
      updated_at: invoice.now,
      status: set
        .case()
        .when(set.and([set('status', '=', 'canceled'), set('refused_at', 'is', null)]))
        .then('pending' as const)
        .else(set.ref('status'))
        .end(),
    }))
    .where('user_id', '=', invoice.userId)
    .where('id', '=', invoice.id)
    .where('payment_url', 'is', null)
    .where('status', '<>', 'completed')
    .execute()
}

/** Forgets the oldest keys of before then, at most `count`; answers how many. */
export async function forgetKeys(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deposits set idempotency_key = null, request_hash = null
    where (user_id, id) in (
      select user_id, id from deposits where idempotency_key is not null and created_at < ${before}
      order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows)
}
