import { type Kysely, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import { money } from '#contract/base/money.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { failed } from '#server/integrations/gateways/call-gateway.ts'
import type { Invoice, InvoiceAnswer } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeQueue, unclaimed } from '#server/lib/queue/make-queue.ts'
import { findAccountOf } from '#server/modules/payments/gateways/find-account.ts'

import { endOfWatch, nextPollAt } from './decide-deposit.ts'
import {
  type Deposit,
  depositColumns,
  type DepositKey,
  toReviewColumns,
  toStateColumns,
} from './deposit-queries.ts'
import { listKnownIds, storeGatewayIds } from './gateway-ids.ts'
import { settleDeposit } from './settle-deposit.ts'

/** `failed`: the gateway gave no usable answer; only the time of the next poll changed. */
export type PollResult = { kind: 'answered'; status: DepositStatus } | { kind: 'failed'; fault: Fault }

/** A deposit without an invoice by then was never payable. */
const GIVE_UP_MS = 15 * 60_000

/**
 * Asks the gateway for the invoice, at the account the deposit was opened with, and acts only on that answer, never on
 * what caused the poll (webhook, schedule, customer, staff).
 */
export async function pollDeposit(ctx: Context, deposit: Deposit): Promise<PollResult> {
  const key = { userId: deposit.user_id, id: deposit.id }
  const askedAt = ctx.clock()
  const answer = await askGateway(ctx, deposit)
  if (answer.kind === 'invoice') {
    const status = (await settleDeposit(ctx, key, answer.invoice, askedAt)) ?? deposit.status
    if (status !== 'pending' || ctx.clock() < endOfWatch(deposit)) return { kind: 'answered', status }
    // Only an unpaid invoice may end as canceled; a payment that has begun goes to review.
    const { invoice } = answer
    const closed = invoice.state === 'open' ? 'canceled' : 'review'
    await closeDeposit(ctx.db, { ...key, closed, invoice, now: ctx.clock() })
    return { kind: 'answered', status: closed }
  }
  if (answer.kind === 'not_found' && isGivenUp(ctx, deposit)) {
    await closeDeposit(ctx.db, { ...key, closed: 'canceled', invoice: undefined, now: ctx.clock() })
    return { kind: 'answered', status: deposit.status === 'pending' ? 'canceled' : deposit.status }
  }
  const now = ctx.clock()
  const checkAt = nextPollAt({ ...deposit, polls: deposit.polls + 1 }, now)
  await postponePoll(ctx.db, { ...key, checkAt, hasAnswered: answer.kind === 'not_found', now })
  return {
    kind: 'failed',
    fault: answer.kind === 'failed' ? answer.fault : { code: 'payment_not_found', details: {} },
  }
}

/** At the account it was opened with. An answer about another deposit's payment says nothing about this one. */
async function askGateway(ctx: Context, deposit: Deposit): Promise<InvoiceAnswer> {
  const found = await findAccountOf(ctx, deposit)
  if (found === undefined) return failed('no_gateway_account')
  const { gateway, account } = found
  const answer = await gateway.readInvoice(account, {
    reference: deposit.reference,
    amount: money(deposit.amount),
    openedAt: deposit.created_at,
    ...(await listKnownIds(ctx.db, deposit)),
  })
  if (answer.kind === 'invoice' && !(await storeGatewayIds(ctx.db, deposit, answer.invoice.ids)))
    return failed('other_payment')
  return answer
}

/** "Not found" counts after 15 minutes if no payment URL was ever given out, else only at the end of the watch. */
function isGivenUp(ctx: Context, deposit: Deposit): boolean {
  const now = ctx.clock().getTime()
  if (now >= endOfWatch(deposit).getTime()) return true
  return deposit.payment_url === null && now >= deposit.created_at.getTime() + GIVE_UP_MS
}

/** Stops polling a deposit, and closes it if still open. Without an invoice it can't be paid. A later payment still counts. */
async function closeDeposit(
  db: Kysely<DB>,
  {
    userId,
    id,
    closed,
    invoice,
    now,
  }: DepositKey & { closed: 'canceled' | 'review'; invoice: Invoice | undefined; now: Date },
): Promise<void> {
  const review = toReviewColumns(closed === 'review' ? { code: 'never_finished', details: {} } : null)
  await db
    .updateTable('deposits')
    .set((set) => ({
      status: set.case().when('status', '=', 'pending').then(closed).else(set.ref('status')).end(),
      review_code: sql<string>`coalesce(review_code, ${review.review_code})`,
      review_details: sql<string>`coalesce(review_details, ${review.review_details}::jsonb)`,
      ...(invoice === undefined
        ? { gateway_status: 'not_found', gateway_state: null }
        : toStateColumns(invoice)),
      due_at: null,
      ...unclaimed,
      polled_at: now,
      answered_at: now,
      updated_at: now,
    }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

async function postponePoll(
  db: Kysely<DB>,
  {
    userId,
    id,
    checkAt,
    hasAnswered,
    now,
  }: DepositKey & { checkAt: Date | null; hasAnswered: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({
      due_at: checkAt,
      ...unclaimed,
      polled_at: now,
      polls: sql`polls + 1`,
      ...(hasAnswered && { answered_at: now }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

/** Transfers that staff confirm have no gateway: one is canceled in time if its customer sent nothing. */
async function closeUnsent({ db, clock }: Context, deposit: Deposit): Promise<void> {
  const now = clock()
  const hasExpired = deposit.expires_at !== null && deposit.expires_at <= now
  await db
    .updateTable('deposits')
    .set({
      ...(hasExpired ? { status: 'canceled' as const, due_at: null } : { due_at: deposit.expires_at }),
      ...unclaimed,
      updated_at: now,
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '=', 'pending')
    .execute()
}

/** Deposits to poll at their gateway, since webhooks may never come, and transfers that were not sent in time. */
export const depositQueue = makeQueue({
  name: 'deposit polling',
  table: 'deposits',
  key: ['user_id', 'id'],
  columns: depositColumns,
  order: ['due_at'],
  since: 'created_at',
  everyMs: 1_000,
  concurrency: 4,
  leaseSeconds: 30,
  timeoutSeconds: 120,
  // About a week. A gateway that doesn't answer is not a failure: the deposit becomes due again.
  tries: { max: 50, pauseSeconds: 30, pauseSecondsMax: 4 * 3_600 },
  whenDone: 'keep',
  async handle(ctx, deposit) {
    if (isManual(deposit.gateway)) {
      await closeUnsent(ctx, deposit)
      return 'ended'
    }
    const result = await pollDeposit(ctx, deposit)
    if (result.kind === 'failed')
      ctx.log.warn({ reference: deposit.reference, fault: result.fault }, 'a deposit waits')
    return 'ended'
  },
})
