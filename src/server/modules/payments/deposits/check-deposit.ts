import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { readInvoice } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import { closeDeposit, type Deposit, putOffCheck } from './deposit-queries.ts'
import { findAccountOf } from '#server/modules/payments/gateways/find-account.ts'
import { endOfWatch, nextCheckAt } from './decide-deposit.ts'
import { settleDeposit } from './settle-deposit.ts'

/** `failed`: the gateway could not be asked, nothing is known and nothing changed but the time of the next try. */
export type Checked = { kind: 'answered'; status: DepositStatus } | { kind: 'failed'; reason: string }

/** Without an invoice for so long, nobody was ever sent to pay it. */
const GIVE_UP_MS = 15 * 60_000

/** Asks the gateway, at the account that it was opened with, how a deposit stands, and acts on that answer only, whatever gave the occasion to ask. */
export async function checkDeposit(ctx: Context, deposit: Deposit): Promise<Checked> {
  const key = { userId: deposit.user_id, id: deposit.id }
  const account = await findAccountOf(ctx, deposit)
  const answer =
    account === undefined
      ? { kind: 'failed' as const, reason: 'there is no gateway account' }
      : await readInvoice(account, deposit.reference)
  if (answer.kind === 'invoice') {
    const status = (await settleDeposit(ctx, key, answer.invoice)) ?? deposit.status
    if (status !== 'pending' || ctx.clock() < endOfWatch(deposit)) return { kind: 'answered', status }
    // Only "nothing was paid" may end as canceled; anything begun and not finished is for a person.
    const closed = answer.invoice.status === 'check' ? 'canceled' : 'review'
    await closeDeposit(ctx.db, { ...key, closed, gatewayStatus: answer.invoice.status, now: ctx.clock() })
    return { kind: 'answered', status: closed }
  }
  if (answer.kind === 'not_found' && isGivenUp(ctx, deposit)) {
    await closeDeposit(ctx.db, { ...key, closed: 'canceled', gatewayStatus: 'not_found', now: ctx.clock() })
    return { kind: 'answered', status: deposit.status === 'pending' ? 'canceled' : deposit.status }
  }
  const now = ctx.clock()
  const checkAt = nextCheckAt({ ...deposit, checks: deposit.checks + 1 }, now)
  await putOffCheck(ctx.db, { ...key, checkAt, hasAnswered: answer.kind === 'not_found', now })
  const reason = answer.kind === 'failed' ? answer.reason : 'payment not found'
  return { kind: 'failed', reason }
}

/** "Not found" is believed at once where no address to pay at was ever given out, else after the last day. */
function isGivenUp(ctx: Context, deposit: Deposit): boolean {
  const now = ctx.clock().getTime()
  if (now >= endOfWatch(deposit).getTime()) return true
  return deposit.payment_url === null && now >= deposit.created_at.getTime() + GIVE_UP_MS
}
