import type { ClientRecords, PlacedOrder } from '#torture/clients/client-records.ts'
import { soldServices } from '#torture/sandboxes/catalogue.ts'

import { type Finding, finding } from './finding.ts'

/** Each process reads the catalogue separately; a repeated request is judged by the catalogue at its last attempt. */
const HEARD_MS = 10_000

/**
 * Every customer can pay, so nothing is refused for the balance alone; a service is refused only while staff or
 * absurd charges have taken it off sale.
 */
export function checkRefusals({ orders, closures }: Pick<ClientRecords, 'orders' | 'closures'>): Finding[] {
  const unfair = [...orders.values()].filter(
    (order) => order.refused !== undefined && !isFair(order, order.refused, closures),
  )
  return [...Map.groupBy(unfair, ({ service, refused }) => `${service}: ${refused?.code}`)].map(
    ([what, all]) =>
      finding(
        'other',
        `${all.length} orders were refused while it was on sale, of ${what}: ${all[0]?.key}, …`,
      ),
  )
}

/** The codes, and the texts of /api/v2. */
const unpaid = new Set(['insufficient_balance', 'balance_owed', 'Not enough funds on balance'])
const closed = new Set(['service_unavailable', 'service_not_found', 'Incorrect service ID'])

function isFair(
  { service, askedAt }: PlacedOrder,
  { code, at: refusedAt }: NonNullable<PlacedOrder['refused']>,
  closures: ClientRecords['closures'],
): boolean {
  // A debt since a reversal is also a matter of the balance.
  if (unpaid.has(code)) return true
  if (!closed.has(code)) return false
  const sold = soldServices.find(({ name }) => name === service)
  return closures.some(
    ({ provider, from, until }) =>
      provider === sold?.provider && from - HEARD_MS < refusedAt && askedAt < (until ?? Infinity) + HEARD_MS,
  )
}
