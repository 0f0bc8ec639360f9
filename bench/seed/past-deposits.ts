import { gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import { isManual, MANUAL } from '#contract/settings/payment-methods.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { copyPastNotification } from '#server/modules/messaging/notifications/write-past-notifications.ts'
import { type CopiedDeposit, copyPastDeposit } from '#server/modules/payments/past/copy-past-deposits.ts'

import { OWNER_ID } from './known-accounts.ts'
import { readsNotifications } from './past-customers.ts'
import type { Past } from './past.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Settings of retention, by default. */
const KEPT_MS = 90 * DAY_MS
const MONTH_MS = 30 * DAY_MS
/** From here on the bonus is 5 %. */
const BONUS_FROM = 100n * UNITS_PER_USD
/** The last gateway charges 2 %. */
const gatewayWithFee = gatewayIds.at(-1)
/** Every 100th deposit is entered by staff, and every 50th a transfer that they confirm. */
const ENTERED_ONCE_IN = 100
const TRANSFER_ONCE_IN = 50
const TRANSFER_METHOD = 'manual-bank'
/** One in this many gateway payments: the gateway takes back half of it. */
const REVERSED_ONCE_IN = 200

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
  const own = { userId, at: new Date(at), paymentMethod }
  const isEntered = gateway === MANUAL
  ledger.post({
    ...own,
    kind: postingKinds.deposit,
    id,
    amount,
    gateway,
    depositId: id,
    referenceId: deposit.reference,
    ...(isEntered && { actorId: OWNER_ID }),
  })
  if (fee > 0n) ledger.post({ ...own, kind: postingKinds.fee, amount: fee, depositId: id })
  if (bonus > 0n) ledger.post({ ...own, kind: postingKinds.bonus, amount: bonus, depositId: id })
  past.days.count({ ...own, deposits: amount - fee, bonuses: bonus })
  if (isEntered)
    past.actions.push({
      actorId: OWNER_ID,
      action: 'deposit.enter',
      id,
      after: JSON.stringify({ user_id: userId, amount: String(amount) }),
      reason: 'Sent to our bank account',
      at: new Date(at),
    })
  if (deposit.reversed > 0n) takeBack(past, deposit, at)
  notify(past, { ...deposit, at })
}

/** Takes back the part of the deposit and its bonus that the gateway reclaimed. */
function takeBack({ ledger, days }: Past, deposit: CopiedDeposit, at: number): void {
  const { userId, id, gateway, paymentMethod, reclaimed } = deposit
  const bonus = shareOf(deposit, deposit.bonus)
  const own = { userId, at: new Date(at), depositId: id, paymentMethod }
  ledger.post({ ...own, kind: postingKinds.reversal, amount: reclaimed - bonus, gateway })
  if (bonus > 0n) ledger.post({ ...own, kind: postingKinds.bonusReversal, amount: bonus })
  days.count({ userId, at: own.at, deposits: bonus - reclaimed, bonuses: -bonus })
}

const shareOf = ({ amount, reversed }: Pick<CopiedDeposit, 'amount' | 'reversed'>, part: bigint) =>
  (reversed * part) / amount

/** Staff add or remove a few dollars. */
export function adjustBalance(past: Past, userId: number, at: number): void {
  const { ledger, days, random, actions } = past
  const amount = BigInt(1 + random.below(10)) * UNITS_PER_USD
  const isTaken = random.isOnce(3) && ledger.balanceOf(userId) >= amount
  const own = { userId, at: new Date(at) }
  const reason = isTaken ? 'Entered twice' : 'For the delay'
  const kind = isTaken ? postingKinds.deduction : postingKinds.adjustment
  ledger.post({ ...own, kind, amount, actorId: OWNER_ID, reason })
  days.count({ ...own, corrections: isTaken ? -amount : amount })
  const after = JSON.stringify({ balance: String(ledger.balanceOf(userId)) })
  actions.push({ actorId: OWNER_ID, action: 'user.update', id: BigInt(userId), after, reason, at: own.at })
}

/** A deposit that is not paid, or only in part. */
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
  const isPaid = status === 'completed'
  const { gateway, paymentMethod } = pickMethod(random, isPaid)
  const fee = gateway === gatewayWithFee ? amount / 50n : 0n
  const bonus = isPaid && amount >= BONUS_FROM && gateway !== MANUAL ? amount / 20n : 0n
  const isByGateway = gateway !== MANUAL && !isManual(gateway)
  const reversed = isPaid && isByGateway && random.isOnce(REVERSED_ONCE_IN) ? amount / 2n : 0n
  const shares = { amount, reversed }
  const reference = random.hex(4)
  const deposit: CopiedDeposit = {
    userId,
    id: ledger.nextId(),
    openedAfter: ledger.seqOf(userId),
    reference: gateway === MANUAL ? `${MANUAL}:${reference}` : reference,
    gatewayId: random.uuid(),
    gateway,
    paymentMethod,
    amount,
    fee,
    bonus,
    reversed,
    reclaimed: reversed - shareOf(shares, fee) + shareOf(shares, bonus),
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

/** Deposits entered by staff are paid. */
function pickMethod(random: Past['random'], isPaid: boolean): { gateway: string; paymentMethod: string } {
  if (isPaid && random.isOnce(ENTERED_ONCE_IN)) return { gateway: MANUAL, paymentMethod: MANUAL }
  if (random.isOnce(TRANSFER_ONCE_IN)) return { gateway: TRANSFER_METHOD, paymentMethod: TRANSFER_METHOD }
  const gateway = gatewayIds[random.below(gatewayIds.length)] ?? gatewayIds[0]
  return { gateway, paymentMethod: gateways[gateway].cards[0]?.value ?? gateway }
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
