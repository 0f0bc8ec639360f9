import { bonusFor } from '#contract/payments/bonus.ts'
import { type Money, money, UNITS_PER_USD } from '#contract/base/money.ts'
import { partialRefund, priceOf } from '#contract/orders/order-rules.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'

/** A partly delivered order, computed with the product's own rules. */
export type WorkedOrder = {
  rate: Money
  quantity: number
  price: Money
  startCount: number
  delivered: number
  remains: number
  refund: Money
  kept: Money
}

/** A rate whose calculation shows more than cents. */
const exampleRate = money((9_137n * UNITS_PER_USD) / 10_000n)
const quantity = 2_500
const delivered = 2_143
const startCount = 12_408

export function workOrder(rate: Money = exampleRate): WorkedOrder {
  const price = priceOf('Default', rate, quantity)
  const remains = quantity - delivered
  const refund = partialRefund({ price, refunded: 0n, quantity, remains })
  return { rate, quantity, price, startCount, delivered, remains, refund, kept: money(price - refund) }
}

export type LedgerLine = { type: 'deposit' | 'bonus' | 'order' | 'refund'; amount: Money; balance: Money }

/** A customer's first ledger lines: a deposit with the shop's bonus, if it earns one, that order, and its refund. */
export function workLedger({ price, refund }: WorkedOrder, bonuses: PublicConfig['bonuses']): LedgerLine[] {
  const deposit = 100n * UNITS_PER_USD
  const bonus = bonusFor(deposit, bonuses)
  const moves = [
    { type: 'deposit', amount: deposit },
    ...(bonus > 0n ? [{ type: 'bonus', amount: bonus } as const] : []),
    { type: 'order', amount: -price },
    { type: 'refund', amount: refund },
  ] as const
  let balance = 0n
  return moves.map(({ type, amount }) => {
    balance += amount
    return { type, amount: money(amount), balance: money(balance) }
  })
}
