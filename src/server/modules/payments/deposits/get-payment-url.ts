import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import { money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import { failed } from '#server/integrations/gateways/call-gateway.ts'
import type { InvoiceAnswer } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import type { Connection } from '#server/modules/payments/gateways/find-account.ts'

import { type Deposit, type DepositKey, findDepositByReference } from './deposit-queries.ts'
import { storeGatewayIds } from './gateway-ids.ts'

/** Longer than a gateway call can take. */
const LEASE_MS = 15_000
const WAIT_MS = 30_000
const RETRY_EVERY_MS = 100
export const FIRST_POLL_MS = 15_000
const LIFETIME_MS = 3_600_000

/**
 * The URL where a deposit is paid. One caller at a time, over all processes, asks the gateway; concurrent copies of the
 * request wait for its outcome and only try themselves if it failed.
 */
export async function getPaymentUrl(
  ctx: Context,
  at: Connection,
  deposit: Deposit,
): Promise<{ paymentUrl: string; isReplayed: boolean }> {
  const { user_id: userId, id, reference } = deposit
  const deadline = performance.now() + WAIT_MS
  let current: Deposit | undefined = deposit
  let paymentUrl = deposit.payment_url
  while (paymentUrl === null) {
    refuseDecided(current)
    const now = ctx.clock()
    const until = new Date(now.getTime() + LEASE_MS)
    const askedAt = await takeInvoiceLease(ctx.db, { userId, id, now, until })
    if (askedAt !== undefined)
      return { paymentUrl: await askForInvoice(ctx, at, { deposit, askedAt, now, until }), isReplayed: false }
    if (performance.now() > deadline) throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
    await sleep(RETRY_EVERY_MS)
    current = await findDepositByReference(ctx.db, { reference, userId })
    paymentUrl = current?.payment_url ?? null
  }
  return { paymentUrl, isReplayed: true }
}

/** A customer is never sent to pay a deposit that staff have credited or refused. */
function refuseDecided(deposit: Deposit | undefined): void {
  if (deposit?.status === 'completed' || (deposit?.refused_at ?? null) !== null)
    throw new AppError('state_conflict', { reason: 'decided_already' })
}

type Try = { deposit: Deposit; askedAt: Date; now: Date; until: Date }

async function askForInvoice(ctx: Context, at: Connection, one: Try): Promise<string> {
  const { deposit, until } = one
  const { user_id: userId, id, reference } = deposit
  const answer = await askGateway(ctx, at, one)
  const now = ctx.clock()
  const checkAt = new Date(now.getTime() + FIRST_POLL_MS)
  const problem = await findProblem(ctx, answer, deposit)
  if (problem !== undefined || answer.kind !== 'invoice' || answer.invoice.url === undefined) {
    ctx.log.warn({ reference, reason: problem }, 'the gateway gave no invoice')
    // The gateway may still have created one (a lost answer), so the deposit is polled.
    const isUnsent = answer.kind === 'failed' && answer.isUnsent === true
    await endInvoiceLease(ctx.db, { userId, id, checkAt, until, unsentAt: isUnsent ? one.now : undefined })
    throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
  }
  const { url, expiresAt = new Date(now.getTime() + LIFETIME_MS) } = answer.invoice
  if (await saveInvoice(ctx.db, { userId, id, url, expiresAt, checkAt, now })) return url
  // Another try was faster, or staff have decided meanwhile.
  const current = await findDepositByReference(ctx.db, { reference, userId })
  refuseDecided(current)
  const stored = current?.payment_url ?? undefined
  if (stored === undefined) throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
  return stored
}

/** If no earlier try left an invoice, this counts as the first request, so that the next try looks for this one's. */
async function askGateway(
  { db, config: { publicUrl } }: Context,
  { gateway, account }: Connection,
  { deposit, askedAt, now, until }: Try,
): Promise<InvoiceAnswer> {
  const { user_id: userId, id, reference } = deposit
  const invoice = {
    reference,
    amount: money(deposit.amount),
    callbackUrl: `${publicUrl}/api/payment/webhook/${gateway.data.id}`,
    returnUrl: `${publicUrl}/add-funds/success?order_id=${reference}`,
    now,
  }
  const answer = await gateway.createInvoice(account, { ...invoice, askedAt })
  if (answer.kind !== 'not_found' || askedAt.getTime() === now.getTime()) return answer
  if (!(await restartAsking(db, { userId, id, now, until }))) return failed('earlier_try')
  return gateway.createInvoice(account, { ...invoice, askedAt: now })
}

/** A customer is only sent to an invoice of the deposit's own amount. */
async function findProblem(
  { db }: Context,
  answer: InvoiceAnswer,
  deposit: Deposit,
): Promise<Fault | string | undefined> {
  if (answer.kind === 'failed') return answer.fault
  if (answer.kind === 'not_found') return 'payment not found'
  const { invoice } = answer
  if (invoice.url === undefined) return 'no address to pay at'
  if (invoice.amount !== deposit.amount || invoice.currency !== 'USD') return 'another amount or currency'
  if (!(await storeGatewayIds(db, deposit, invoice.ids))) return "another deposit's invoice"
  return undefined
}

/**
 * For the one caller that may request the invoice now: when it was first requested. Undefined for the others, and for
 * all once staff have decided.
 */
async function takeInvoiceLease(
  db: Kysely<DB>,
  { userId, id, now, until }: DepositKey & { now: Date; until: Date },
): Promise<Date | undefined> {
  const tooLate = new Date(2 * until.getTime() - now.getTime())
  const taken = await db
    .updateTable('deposits')
    // If this process dies, the deposit is due for polling.
    .set({
      lease_until: until,
      due_at: until,
      ...unclaimed,
      asked_at: sql<Date>`coalesce(asked_at, ${now}::timestamptz)`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('payment_url', 'is', null)
    .where('status', '<>', 'completed')
    .where('refused_at', 'is', null)
    // A lease that ends later than any valid one was taken before the clock was set back.
    .where((at) =>
      at.or([at('lease_until', 'is', null), at('lease_until', '<=', now), at('lease_until', '>', tooLate)]),
    )
    .returning('asked_at')
    .executeTakeFirst()
  return taken?.asked_at ?? undefined
}

/** Only for the caller that still has the lease. */
async function restartAsking(
  db: Kysely<DB>,
  { userId, id, now, until }: DepositKey & { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set({ asked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('lease_until', '=', until)
    .where('payment_url', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends only its own lease: one held too long may belong to another caller by now. `unsentAt`: the try at that time did
 * not reach the gateway, so no later one has to look for its invoice.
 */
async function endInvoiceLease(
  db: Kysely<DB>,
  {
    userId,
    id,
    checkAt,
    until,
    unsentAt,
  }: DepositKey & { checkAt: Date; until: Date; unsentAt: Date | undefined },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({
      lease_until: null,
      due_at: checkAt,
      ...unclaimed,
      ...(unsentAt && { asked_at: sql<Date | null>`nullif(asked_at, ${unsentAt}::timestamptz)` }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('lease_until', '=', until)
    .where('payment_url', 'is', null)
    .where('status', '<>', 'completed')
    .execute()
}

/** Also reopens a deposit canceled for lack of an invoice. False if an invoice was already stored, or it is completed. */
async function saveInvoice(
  db: Kysely<DB>,
  invoice: DepositKey & { url: string; expiresAt: Date; checkAt: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set((set) => ({
      payment_url: invoice.url,
      expires_at: invoice.expiresAt,
      due_at: invoice.checkAt,
      ...unclaimed,
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
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
