import { soldServices } from '#torture/world/catalogue.ts'

import type { PlacedOrder } from './book.ts'
import type { Town } from './town.ts'

/** The catalogue is read by each process for itself, and a request may have begun while it was as before. */
const HEARD_MS = 10_000

/** Nobody orders beyond their balance, or what staff have just taken off sale. Any other refusal is wrong. */
export function isFairRefusal(
  { book }: Pick<Town, 'book'>,
  { service, askedAt }: PlacedOrder,
  code: string,
): boolean {
  if (code === 'insufficient_balance') return true
  const sold = soldServices.find(({ name }) => name === service)
  return (
    (code === 'service_unavailable' || code === 'service_not_found') &&
    book.closures.some(
      ({ provider, until }) => provider === sold?.provider && (until ?? Infinity) + HEARD_MS > askedAt,
    )
  )
}
