import type { Book, PlacedOrder } from '#torture/people/book.ts'
import { soldServices } from '#torture/world/catalogue.ts'

import { type Finding, finding } from './finding.ts'

/** The catalogue is read by each process for itself. What is asked again until it is answered is refused as things stand then. */
const HEARD_MS = 10_000

/** Nobody is refused for a balance that is too small alone, or what is not on sale: because staff took it off, or charges did. */
export function checkRefusals({ orders, closures }: Pick<Book, 'orders' | 'closures'>): Finding[] {
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

function isFair(
  { service, askedAt }: PlacedOrder,
  { code, at: refusedAt }: NonNullable<PlacedOrder['refused']>,
  closures: Book['closures'],
): boolean {
  if (code === 'insufficient_balance') return true
  if (code !== 'service_unavailable' && code !== 'service_not_found') return false
  const sold = soldServices.find(({ name }) => name === service)
  return closures.some(
    ({ provider, from, until }) =>
      provider === sold?.provider && from - HEARD_MS < refusedAt && askedAt < (until ?? Infinity) + HEARD_MS,
  )
}
