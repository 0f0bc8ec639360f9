import type { ClientRecords } from '#torture/clients/client-records.ts'
import type { RefillAsk } from '#torture/sandboxes/start-sandboxes.ts'

import { type Finding, finding } from './finding.ts'
import type { Rows } from './read-rows.ts'

/**
 * A provider gets no more refill requests for an order than the product records, and every promised refill is
 * recorded.
 */
export function checkRefills(
  { orders, refills }: Pick<Rows, 'orders' | 'refills'>,
  asks: readonly RefillAsk[],
  { refills: asked, released }: Pick<ClientRecords, 'refills' | 'released'>,
): Finding[] {
  const countOf = new Map(
    [...Map.groupBy(refills, ({ orderId }) => orderId)].map(([id, own]) => [id, own.length]),
  )
  // A refill requested under an id that was released later belongs to the order that held the id then.
  const holders = Map.groupBy(
    [
      ...orders.map(({ id, provider, providerOrder }) => ({ id, number: `${provider} ${providerOrder}` })),
      ...[...released].map(([id, { provider, order }]) => ({ id, number: `${provider} ${order}` })),
    ],
    ({ number }) => number,
  )
  return [
    ...[...Map.groupBy(asks, ({ provider, order }) => `${provider} ${order}`)].flatMap(
      ([number, { length }]) => {
        const ids = new Set(holders.get(number)?.map(({ id }) => id))
        const allowed = [...ids].reduce((sum, id) => sum + (countOf.get(id) ?? 0), 0)
        if (length <= allowed) return []
        return [
          finding('duplicated', `${length} refills of ${number} were asked for, and ${allowed} are known`),
        ]
      },
    ),
    ...[...asked].flatMap(([id, times]) =>
      times <= (countOf.get(id) ?? 0)
        ? []
        : [finding('lost', `order ${id} was promised ${times} refills and has ${countOf.get(id) ?? 0}`)],
    ),
  ]
}
