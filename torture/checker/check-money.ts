import { type Finding, finding } from './finding.ts'
import type { Rows } from './read-rows.ts'

/**
 * Balances equal the sum of the ledger; an order is charged its price once and refunded exactly the amount it
 * records.
 */
export function checkMoney({ balances, entries, orders }: Rows): Finding[] {
  const sums = new Map<number, bigint>()
  for (const { userId, signed } of entries) sums.set(userId, (sums.get(userId) ?? 0n) + signed)
  const ofOrder = Map.groupBy(entries, ({ orderId }) => orderId)
  const known = new Set(orders.map(({ id }) => id))
  return [
    ...balances
      .filter(({ userId, balance }) => balance !== (sums.get(userId) ?? 0n) || balance < 0n)
      .map(({ userId, balance }) =>
        finding('lost', `user ${userId} has ${balance}, and the ledger says ${sums.get(userId) ?? 0n}`),
      ),
    ...orders.flatMap(({ id, price, refunded }) => {
      const own = ofOrder.get(id) ?? []
      const charges = own.filter(({ type }) => type === 'order')
      const back = own.filter(({ type }) => type === 'refund').reduce((sum, { signed }) => sum + signed, 0n)
      const isCharged = charges.length === 1 && charges[0]?.signed === -price
      return [
        ...(isCharged
          ? []
          : [finding('duplicated', `order ${id} of ${price} has ${charges.length} charges`)]),
        ...(back === refunded && back <= price
          ? []
          : [finding('duplicated', `order ${id} of ${price} got ${back} back`)]),
      ]
    }),
    ...entries
      .filter(({ orderId }) => orderId !== null && !known.has(orderId))
      .map(({ orderId }) => finding('lost', `the ledger knows order ${orderId}, which is not there`)),
  ]
}
