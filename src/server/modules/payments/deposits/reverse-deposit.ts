import { sql } from 'kysely'

import { type Money, money } from '#contract/base/money.ts'
import type { Invoice } from '#server/integrations/gateways/gateway.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { changeOwed, lockBalance, readFunds } from '#server/modules/ledger/account.ts'
import { type PostingKind, postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'

import type { Deposit } from './deposit-queries.ts'

type Credited = Pick<
  Deposit,
  | 'user_id'
  | 'id'
  | 'reference'
  | 'gateway'
  | 'payment_method'
  | 'amount'
  | 'fee'
  | 'bonus'
  | 'credited_amount'
  | 'reversed'
  | 'reclaimed'
>

/**
 * Applies the total that the gateway reports as reversed, and returns whether that changed anything. Only a total that
 * differs from the gateway's last one counts: a replay changes nothing, nor does an answer requested before the last
 * one, nor one that staff decided about since. Call it under the deposit's lock.
 */
export async function followReversal(
  tx: Tx,
  publish: Publish,
  {
    deposit,
    invoice,
    askedAt,
    isCredited,
  }: {
    deposit: Deposit
    invoice: Invoice
    askedAt: Date
    isCredited: boolean
  },
): Promise<boolean> {
  const told = findReversed(invoice, deposit)
  const { gateway_reversed: toldBefore, gateway_reversed_at: toldAt } = deposit
  if (told === undefined || (toldAt !== null && askedAt < toldAt)) return false
  await tx
    .updateTable('deposits')
    .set({ gateway_reversed: told, gateway_reversed_at: askedAt })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .execute()
  // A total from before an automatic credit has deducted nothing yet; a credit by staff already excluded it.
  const counted = deposit.status === 'completed' ? (toldBefore ?? 0n) : 0n
  if (!isCredited || told === counted) return false
  return reverseDeposit(tx, publish, deposit, { total: ofCredited(told, invoice, deposit) })
}

/** What arrived beyond the credit never reached the customer: it is paid back first. */
function ofCredited(told: bigint, { reversed, arrived }: Invoice, deposit: Deposit): bigint {
  if (reversed === undefined) return told
  const credited = creditedOf(deposit)
  return above0(told - above0((arrived ?? deposit.arrived ?? credited) - credited))
}

/** In USD; undefined if the gateway reports nothing. A payment reported as paid back, without an amount, counts in full. */
function findReversed({ reversed, state }: Invoice, deposit: Credited): bigint | undefined {
  if (reversed !== undefined) return reversed
  return state === 'reversed' ? creditedOf(deposit) : undefined
}

const creditedOf = ({ amount, credited_amount }: Credited) => credited_amount ?? amount

/**
 * Sets the reversed amount of a credited deposit to `total`, in USD and at most what was credited. An increase is
 * deducted from the balance as far as possible, and the rest is owed; a decrease is returned, after what is still owed.
 * Returns whether anything changed. Call it under the deposit's lock. `actorId`: the staff member who decided it.
 */
export async function reverseDeposit(
  tx: Tx,
  publish: Publish,
  deposit: Credited,
  { total, actorId }: { total: bigint; actorId?: number },
): Promise<boolean> {
  const { user_id: userId, id } = deposit
  const credited = creditedOf(deposit)
  const reversed = total < credited ? total : credited
  if (reversed === deposit.reversed) return false
  // Locked before the rows are read: a deposit credited meanwhile repays what is owed for this one.
  const balance = await lockBalance(tx, userId)
  const taken = await readTaken(tx, deposit)
  const due = toReclaim({ credited, bonus: deposit.bonus, fee: deposit.fee, reversed })
  const missing = due.payment + due.bonus - taken.payment - taken.bonus
  const debtBefore = deposit.reclaimed - taken.payment - taken.bonus
  const isMore = reversed > deposit.reversed
  await tx
    .updateTable('deposits')
    .set({ reversed, reclaimed: due.payment + due.bonus, updated_at: sql<Date>`tally_now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .execute()
  const line = toLine(deposit, actorId)
  const post = async (kind: PostingKind, amount: bigint) => {
    if (amount > 0n) await postTransaction(tx, { ...line, kind, amount: money(amount) })
  }
  const paid = isMore ? least(balance, above0(missing)) : 0n
  const ofPayment = least(paid, above0(due.payment - taken.payment))
  await post(postingKinds.reversal, ofPayment)
  await post(postingKinds.bonusReversal, paid - ofPayment)
  const back = above0(-missing)
  const ofBonus = least(back, above0(taken.bonus - due.bonus))
  await post(postingKinds.reversalReturn, back - ofBonus)
  await post(postingKinds.bonusReturn, ofBonus)
  await changeOwed(tx, userId, above0(missing - paid) - debtBefore)
  // The returned amount first repays what is owed for other deposits.
  if (back > 0n) await collectOwed(tx, userId, actorId)
  const { owed } = await readFunds(tx, userId)
  const change = money(isMore ? reversed - deposit.reversed : deposit.reversed - reversed)
  const code = isMore ? 'payment_reversed' : 'payment_returned'
  const details = { deposit_id: Number(id), amount: change, owed }
  const notificationId = await addNotification(tx, { userId, code, details })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
  publish({ topic: 'balance', userId })
  if (actorId === undefined)
    await notifyStaff(tx, publish, {
      needs: 'money',
      code: isMore ? 'deposit_reversed' : 'deposit_returned',
      details: { deposit: Number(id), amount: change, owed },
    })
  return true
}

/**
 * Deducts what a customer owes from the balance as far as possible, oldest reversal first. Call it in each tx that
 * credits a deposit. The reversed deposits are not locked: what is due for them changes only under the account's lock.
 */
export async function collectOwed(tx: Tx, userId: number, actorId?: number): Promise<void> {
  let balance: bigint = await lockBalance(tx, userId)
  if (balance === 0n || (await readFunds(tx, userId)).owed === 0n) return
  for (const { debt, ...deposit } of await listDebts(tx, userId)) {
    const amount = least(balance, debt)
    if (amount <= 0n) continue
    await postTransaction(tx, {
      ...toLine(deposit, actorId),
      kind: postingKinds.receivable,
      amount: money(amount),
    })
    await changeOwed(tx, userId, -amount)
    balance -= amount
  }
}

/**
 * What a customer has to return when this much of a deposit was reversed: less the fee's share, which never reached the
 * balance, plus the bonus's share. Both are rounded down, and are complete when everything is reversed.
 */
export function toReclaim({
  credited,
  bonus,
  fee,
  reversed,
}: {
  credited: bigint
  bonus: bigint
  fee: bigint
  reversed: bigint
}): { payment: bigint; bonus: bigint } {
  return { payment: reversed - (reversed * fee) / credited, bonus: (reversed * bonus) / credited }
}

function toLine(
  {
    user_id,
    id,
    reference,
    gateway,
    payment_method,
  }: Omit<Credited, 'amount' | 'fee' | 'bonus' | 'credited_amount' | 'reversed' | 'reclaimed'>,
  actorId: number | undefined,
) {
  return {
    userId: user_id,
    depositId: id,
    gateway,
    paymentMethod: payment_method,
    referenceId: reference,
    ...(actorId !== undefined && { actorId }),
  }
}

const isOfBonus = sql<boolean>`'bonus_reversal' in (from_account, to_account)`
const isFee = sql<boolean>`to_account = 'fee'`
const isCreditOfBonus = sql<boolean>`from_account = 'bonus'`

/** What a deposit's ledger rows have deducted so far of payment and bonus. */
async function readTaken(
  tx: Tx,
  { user_id: userId, id }: Credited,
): Promise<{ payment: bigint; bonus: bigint }> {
  const { rows } = await sql<{ payment: bigint; bonus: bigint }>`
    select coalesce(-sum(signed_amount) filter (where not ${isFee} and not ${isOfBonus} and not ${isCreditOfBonus}), 0)::bigint as payment,
      coalesce(-sum(signed_amount) filter (where ${isOfBonus}), 0)::bigint as bonus
    from transactions where user_id = ${userId} and deposit_id = ${id} and deposit_id <> id`.execute(tx)
  const [taken] = rows
  if (taken === undefined) throw new Error('a sum without a row')
  return taken
}

type Debt = Pick<Credited, 'user_id' | 'id' | 'reference' | 'gateway' | 'payment_method'> & { debt: bigint }

async function listDebts(tx: Tx, userId: number): Promise<Debt[]> {
  const { rows } = await sql<Debt>`
    select deposits.user_id, deposits.id, reference, gateway, deposits.payment_method,
      reclaimed + coalesce(sum(signed_amount) filter (where not ${isFee} and not ${isCreditOfBonus}), 0)::bigint as debt
    from deposits left join transactions line on line.user_id = deposits.user_id and line.deposit_id = deposits.id
      and line.deposit_id <> line.id
    where deposits.user_id = ${userId} and reversed > 0
    group by deposits.user_id, deposits.id
    order by deposits.id`.execute(tx)
  return rows
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const above0 = (amount: bigint): Money => money(amount > 0n ? amount : 0n)
