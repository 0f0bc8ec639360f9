import type { PlacedOrder, Stop } from '#torture/clients/client-records.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

import { type Finding, finding } from './finding.ts'
import type { AttemptRow } from './read-rows.ts'

/** A sender may read the provider's state before the stop and claim after it. */
const GRACE_MS = 1_000
/**
 * A row written while the clock is 90 s behind looks earlier than it is; its provider took the order this much after
 * the stop.
 */
const CLOCK_BACK_MS = 60_000

/** No sending starts to a provider that is stopped. */
export function checkStops(
  stops: readonly Stop[],
  attempts: readonly AttemptRow[],
  accepts: readonly Accept[],
): Finding[] {
  const takenMs = new Map(accepts.map(({ provider, order, at }) => [`${provider} ${order}`, at]))
  const takenOf = ({ provider, providerOrder }: AttemptRow) =>
    takenMs.get(`${provider} ${providerOrder}`) ?? 0
  return stops.flatMap(({ provider, from, until }) =>
    attempts
      .filter((one) => one.provider === provider && one.startedMs > from + GRACE_MS && one.startedMs < until)
      .filter((one) => takenOf(one) < until + CLOCK_BACK_MS)
      .map(({ orderId }) =>
        finding('other', `order ${orderId} was sent to ${provider} while it was stopped`),
      ),
  )
}

/** A deleted user places no more orders. */
export function checkDeleted(deleted: ReadonlyMap<number, number>, placed: Iterable<PlacedOrder>): Finding[] {
  return [...placed].flatMap(({ userId, key, askedAt, acknowledged }) => {
    const at = deleted.get(userId)
    if (at === undefined || acknowledged === undefined || askedAt <= at) return []
    return [
      finding(
        'other',
        `${key} was acknowledged as order ${acknowledged.id} for a user who was deleted before`,
      ),
    ]
  })
}
