import { gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { copyPastNotification } from '#server/modules/messaging/notifications/write-past-notifications.ts'
import { type CopiedDeposit, copyPastDeposit } from '#server/modules/payments/past/copy-past-deposits.ts'

import { readsNotifications } from './past-customers.ts'
import type { Past } from './past.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Settings of retention, by default. */
const KEPT_MS = 90 * DAY_MS
const MONTH_MS = 30 * DAY_MS
/** A bonus of 5 % from here on. */
const BONUS_FROM = 100n * UNITS_PER_USD
/** The last gateway charges 2 %. */
const gatewayWithFee = gatewayIds.at(-1)

/** Credits the customer with enough for a price and some more. */
export function depositFor(
  past: Past,
  { userId, price, at }: { userId: number; price: bigint; at: number },
): void {
  const { ledger, random } = past
  if (random.isOnce(7))
    copyDeposit(past, { userId, at: at - 60 * MINUTE_MS, amount: price + UNITS_PER_USD, status: 'canceled' })
  const orders = BigInt(4 + random.below(14))
  const amount = ((price * orders) / UNITS_PER_USD + 5n) * UNITS_PER_USD
  const deposit = copyDeposit(past, { userId, at, amount, status: 'completed' })
  const { id, gateway, paymentMethod, fee, bonus } = deposit
  const own = { userId, at: new Date(at) }
  ledger.post({
    ...own,
    kind: postingKinds.deposit,
    id,
    amount,
    gateway,
    depositId: id,
    paymentMethod,
    referenceId: deposit.reference,
  })
  if (fee > 0n) ledger.post({ ...own, kind: postingKinds.fee, amount: fee, depositId: id, paymentMethod })
  if (bonus > 0n)
    ledger.post({ ...own, kind: postingKinds.bonus, amount: bonus, depositId: id, paymentMethod })
  past.days.count({ ...own, deposits: amount - fee, bonuses: bonus })
  notify(past, { ...deposit, at })
}

/** One that is not paid, or only in part. */
export function openDeposit(past: Past, userId: number, at: number): void {
  const amount = BigInt(5 + past.random.below(200)) * UNITS_PER_USD
  const isOld = past.shop.now - at > DAY_MS
  copyDeposit(past, {
    userId,
    at,
    amount,
    status: past.random.isOnce(5) ? 'review' : isOld ? 'canceled' : 'pending',
  })
}

type Opened = Pick<CopiedDeposit, 'userId' | 'amount' | 'status'> & { at: number }

function copyDeposit(
  { rows, ledger, random, shop }: Past,
  { userId, at, amount, status }: Opened,
): CopiedDeposit {
  const gateway = gatewayIds[random.below(gatewayIds.length)] ?? gatewayIds[0]
  const fee = gateway === gatewayWithFee ? amount / 50n : 0n
  const deposit: CopiedDeposit = {
    userId,
    id: ledger.nextId(),
    openedAfter: ledger.seqOf(userId),
    reference: random.hex(4),
    gatewayId: random.uuid(),
    gateway,
    paymentMethod: gateways[gateway].cards[0]?.value ?? gateway,
    amount,
    fee,
    bonus: status === 'completed' && amount >= BONUS_FROM ? amount / 20n : 0n,
    status,
    createdAt: new Date(status === 'pending' ? at : at - random.below(9 * MINUTE_MS)),
    endedAt: status === 'pending' ? null : new Date(at),
    idempotency:
      shop.now - at < MONTH_MS ? { key: random.hex(4), hash: Buffer.from(random.hex(8), 'hex') } : null,
    hasWebhook: shop.now - at < KEPT_MS,
  }
  copyPastDeposit(rows, deposit)
  return deposit
}

function notify(
  { rows, shop }: Past,
  { userId, id, amount, bonus, at }: CopiedDeposit & { at: number },
): void {
  const age = shop.now - at
  if (age > KEPT_MS && readsNotifications(userId)) return
  copyPastNotification(rows, {
    notice: {
      userId,
      code: 'payment_received',
      details: { deposit_id: Number(id), amount: money(amount), bonus: money(bonus) },
    },
    massOrderId: null,
    isRead: readsNotifications(userId) && age > DAY_MS,
    at: new Date(at),
  })
}
