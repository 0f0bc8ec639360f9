import { createHash, randomBytes } from 'node:crypto'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { bonusFor } from '#contract/payments/bonus.ts'
import { type Money } from '#contract/base/money.ts'
import type { AskedMethod } from '#contract/payments/payments.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import type { Deposit } from './deposit-queries.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import { findAccountOf, findAccountToPay } from '#server/modules/payments/gateways/find-account.ts'
import { keepAccount } from '#server/modules/payments/gateways/store-account.ts'

import { FIRST_CHECK_MS, getPaymentUrl } from './get-payment-url.ts'
import { countUnpaid, findDepositByKey, insertDeposit, lockAccount } from './opening-queries.ts'

export type NewDeposit = {
  userId: number
  amount: Money
  paymentMethod: AskedMethod
  idempotencyKey: string | undefined
}

export type OpenedDeposit = { reference: string; paymentUrl: string; isReplayed: boolean }

/** Opened and not paid, per customer and hour: enough for anyone who changes their mind. */
const UNPAID_PER_HOUR = { default: 20, relaxed: 1_000 }
const HOUR_MS = 3_600_000

/**
 * Opens a deposit, then asks the gateway for its invoice under the deposit's own reference: whatever is
 * interrupted between the two is taken up again by a retry with the same key, or by the polling.
 */
export async function createDeposit(ctx: Context, asked: NewDeposit): Promise<OpenedDeposit> {
  const settings = await ctx.settings.read()
  refuseAmount(asked.amount, settings.limits)
  const account = asked.paymentMethod === 'cryptomus' ? await findAccountToPay(ctx) : undefined
  if (account === undefined) throw new AppError('payment_method_unavailable')
  const bonus = bonusFor(asked.amount, settings.bonuses)
  const { deposit, isNew } = await openDeposit(ctx, asked, { account, bonus })
  // A repeated request stays at the account it was opened with.
  const own = isNew ? account : ((await findAccountOf(ctx, deposit)) ?? account)
  const { paymentUrl, isReplayed } = await getPaymentUrl(ctx, own, deposit)
  return { reference: deposit.reference, paymentUrl, isReplayed }
}

function refuseAmount(amount: Money, { deposit_min: min, deposit_max: max }: Settings['limits']): void {
  if (amount >= min && amount <= max) return
  throw invalidFields({ amount: { code: 'amount_range', min, max } })
}

/** The deposit of this key, or a new one. The bonus is fixed here, so that it is the one that was shown. */
async function openDeposit(
  ctx: Context,
  asked: NewDeposit,
  { account, bonus }: { account: CryptomusAccount; bonus: Money },
): Promise<{ deposit: Deposit; isNew: boolean }> {
  const { userId, amount, idempotencyKey: key } = asked
  const requestHash = createHash('sha256').update(`${amount} ${asked.paymentMethod}`).digest()
  return transact(ctx, async (tx) => {
    await lockAccount(tx, userId)
    const earlier = key === undefined ? undefined : await findDepositByKey(tx, { userId, key })
    if (earlier !== undefined) {
      if (earlier.request_hash?.equals(requestHash) !== true) throw new AppError('idempotency_key_reused')
      return { deposit: earlier, isNew: false }
    }
    const createdAt = ctx.clock()
    refuseTooMany(ctx, await countUnpaid(tx, { userId, since: new Date(createdAt.getTime() - HOUR_MS) }))
    const deposit = await insertDeposit(tx, {
      userId,
      // 144 bits that nobody can guess and that name nobody: the gateway and the return page see it.
      reference: randomBytes(18).toString('base64url'),
      gateway: 'cryptomus',
      gatewayAccount: await keepAccount(ctx, tx, account),
      paymentMethod: asked.paymentMethod,
      amount,
      bonus,
      key,
      requestHash,
      createdAt,
      // Ended before it has an invoice, it is found by the polling.
      checkAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
    })
    return { deposit, isNew: true }
  })
}

function refuseTooMany(
  { config, clock }: Context,
  { count, first }: { count: number; first: Date | null },
): void {
  if (count < UNPAID_PER_HOUR[config.rateLimits]) return
  const opensAt = (first?.getTime() ?? clock().getTime()) + HOUR_MS
  throw new AppError('rate_limited', { retryAfterSeconds: (opensAt - clock().getTime()) / 1000 })
}
