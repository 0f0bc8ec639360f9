import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import {
  createInvoice,
  type CryptomusAccount,
} from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import { type Deposit, findDepositByReference } from './deposit-queries.ts'

import { endAskingLease, saveInvoice, takeAskingLease } from './opening-queries.ts'

/** Longer than the call to the gateway may take. */
const LEASE_MS = 15_000
const WAIT_MS = 30_000
const LOOK_EVERY_MS = 100
export const FIRST_CHECK_MS = 15_000
const LIFETIME_MS = 3_600_000

/**
 * Where a deposit is paid. One caller at a time asks the gateway, across processes; copies of its request wait
 * for the outcome and try themselves only after it failed.
 */
export async function getPaymentUrl(
  ctx: Context,
  account: CryptomusAccount,
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
    if (await takeAskingLease(ctx.db, { userId, id, now, until }))
      return { paymentUrl: await askForInvoice(ctx, account, deposit), isReplayed: false }
    if (performance.now() > deadline) throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
    await sleep(LOOK_EVERY_MS)
    current = await findDepositByReference(ctx.db, { reference, userId })
    paymentUrl = current?.payment_url ?? null
  }
  return { paymentUrl, isReplayed: true }
}

/** Nobody is sent to pay what a person has credited or refused. */
function refuseDecided(deposit: Deposit | undefined): void {
  if (deposit?.status === 'completed' || (deposit?.refused_at ?? null) !== null)
    throw new AppError('state_conflict', { reason: 'decided_already' })
}

async function askForInvoice(ctx: Context, account: CryptomusAccount, deposit: Deposit): Promise<string> {
  const { user_id: userId, id, reference } = deposit
  const { publicUrl } = ctx.config
  const answer = await createInvoice(account, {
    reference,
    amount: money(deposit.amount),
    callbackUrl: `${publicUrl}/api/payment/webhook/cryptomus`,
    returnUrl: `${publicUrl}/add-funds/success?order_id=${reference}`,
  })
  const now = ctx.clock()
  const checkAt = new Date(now.getTime() + FIRST_CHECK_MS)
  const problem = problemWith(answer, deposit)
  if (problem !== undefined || answer.kind !== 'invoice' || answer.invoice.url === undefined) {
    ctx.log.warn({ reference, reason: problem }, 'the gateway gave no invoice')
    // It may have made one all the same (an answer that got lost), so the polling looks after it.
    await endAskingLease(ctx.db, { userId, id, checkAt })
    throw new AppError('gateway_failed', { retryAfterSeconds: 5 })
  }
  const { url, uuid, expiresAt = new Date(now.getTime() + LIFETIME_MS) } = answer.invoice
  await saveInvoice(ctx.db, { userId, id, url, gatewayId: uuid, expiresAt, checkAt, now })
  return url
}

/** A customer is sent to pay only what was asked for. */
function problemWith(
  answer: Awaited<ReturnType<typeof createInvoice>>,
  { amount }: Deposit,
): string | undefined {
  if (answer.kind === 'failed') return answer.reason
  if (answer.kind === 'not_found') return 'payment not found'
  const { invoice } = answer
  if (invoice.url === undefined) return 'no address to pay at'
  if (invoice.amount !== amount || invoice.currency !== 'USD') return 'another amount or currency'
  return undefined
}
