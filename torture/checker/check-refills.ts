import type { Book } from '#torture/people/book.ts'
import type { RefillAsk } from '#torture/world/start-world.ts'

import { type Finding, finding } from './finding.ts'
import type { Rows } from './read-rows.ts'

/** A provider is asked for no more refills of an order than the product says it asked for; one that was answered is there. */
export function checkRefills(
  { orders, refills }: Pick<Rows, 'orders' | 'refills'>,
  asks: readonly RefillAsk[],
  { refills: asked, released }: Pick<Book, 'refills' | 'released'>,
): Finding[] {
  const countOf = new Map(
    [...Map.groupBy(refills, ({ orderId }) => orderId)].map(([id, own]) => [id, own.length]),
  )
  // Under a number that was taken away since, the one was asked for to which it had been given.
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
