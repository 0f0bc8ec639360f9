import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { InvoiceAnswer } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import type { Connection } from '#server/modules/payments/gateways/find-account.ts'

import { type Deposit, type DepositKey, findDepositByReference } from './deposit-queries.ts'
import { storeGatewayIds } from './gateway-ids.ts'

/** Longer than a call to the gateway can take. */
const LEASE_MS = 15_000
const WAIT_MS = 30_000
const RETRY_EVERY_MS = 100
export const FIRST_POLL_MS = 15_000
const LIFETIME_MS = 3_600_000

/**
 * The address where a deposit is paid. One caller at a time asks the gateway, over all processes; copies of the request wait for
 * its outcome and only try themselves after it failed.
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
      return { paymentUrl: await askForInvoice(ctx, at, { deposit, askedAt, now }), isReplayed: false }
    if (performance.now() > deadline) throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
    await sleep(RETRY_EVERY_MS)
    current = await findDepositByReference(ctx.db, { reference, userId })
    paymentUrl = current?.payment_url ?? null
  }
  return { paymentUrl, isReplayed: true }
}

/** A customer is never sent to pay what staff have credited or refused. */
function refuseDecided(deposit: Deposit | undefined): void {
  if (deposit?.status === 'completed' || (deposit?.refused_at ?? null) !== null)
    throw new AppError('state_conflict', { reason: 'decided_already' })
}

async function askForInvoice(
  ctx: Context,
  { gateway, account }: Connection,
  { deposit, askedAt, now: askedNow }: { deposit: Deposit; askedAt: Date; now: Date },
): Promise<string> {
  const { user_id: userId, id, reference } = deposit
  const { publicUrl } = ctx.config
  const answer = await gateway.createInvoice(account, {
    reference,
    amount: money(deposit.amount),
    callbackUrl: `${publicUrl}/api/payment/webhook/${gateway.data.id}`,
    returnUrl: `${publicUrl}/add-funds/success?order_id=${reference}`,
    askedAt,
    now: askedNow,
  })
  const now = ctx.clock()
  const checkAt = new Date(now.getTime() + FIRST_POLL_MS)
  const problem = await findProblem(ctx, answer, deposit)
  if (problem !== undefined || answer.kind !== 'invoice' || answer.invoice.url === undefined) {
    ctx.log.warn({ reference, reason: problem }, 'the gateway gave no invoice')
    // It may have created one all the same (a lost answer), so the deposit is polled.
    const isRefused = answer.kind === 'failed' && answer.isRefused === true
    await endInvoiceLease(ctx.db, { userId, id, checkAt, isRefused })
    throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
  }
  const { url, expiresAt = new Date(now.getTime() + LIFETIME_MS) } = answer.invoice
  await saveInvoice(ctx.db, { userId, id, url, expiresAt, checkAt, now })
  return url
}

/** A customer is only sent to an invoice of the deposit's own amount. */
async function findProblem(
  { db }: Context,
  answer: InvoiceAnswer,
  deposit: Deposit,
): Promise<string | undefined> {
  if (answer.kind === 'failed') return answer.reason
  if (answer.kind === 'not_found') return 'payment not found'
  const { invoice } = answer
  if (invoice.url === undefined) return 'no address to pay at'
  if (invoice.amount !== deposit.amount || invoice.currency !== 'USD') return 'another amount or currency'
  if (!(await storeGatewayIds(db, deposit, invoice.ids))) return "another deposit's invoice"
  return undefined
}

/**
 * For the one caller that may ask the gateway for the invoice now, when it was first asked for; undefined for the others, and for all
 * once staff have decided.
 */
async function takeInvoiceLease(
  db: Kysely<DB>,
  { userId, id, now, until }: DepositKey & { now: Date; until: Date },
): Promise<Date | undefined> {
  const tooLate = new Date(2 * until.getTime() - now.getTime())
  const taken = await db
    .updateTable('deposits')
    // Should this process die, the deposit is due for polling.
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
    // A lease that ends later than any valid one was taken before the clock stepped back.
    .where((at) =>
      at.or([at('lease_until', 'is', null), at('lease_until', '<=', now), at('lease_until', '>', tooLate)]),
    )
    .returning('asked_at')
    .executeTakeFirst()
  return taken?.asked_at ?? undefined
}

/** `isRefused`: the gateway opened none, so that there is nothing to look for before it is asked for again. */
async function endInvoiceLease(
  db: Kysely<DB>,
  { userId, id, checkAt, isRefused }: DepositKey & { checkAt: Date; isRefused: boolean },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ lease_until: null, due_at: checkAt, ...unclaimed, ...(isRefused && { asked_at: null }) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('payment_url', 'is', null)
    .where('status', '<>', 'completed')
    .execute()
}

/** Also reopens a deposit that was canceled for lack of an invoice. */
async function saveInvoice(
  db: Kysely<DB>,
  invoice: DepositKey & { url: string; expiresAt: Date; checkAt: Date; now: Date },
): Promise<void> {
  await db
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
    .execute()
}
