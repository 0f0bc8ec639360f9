import { makeFairGate } from '#server/lib/limits/fair-gate.ts'

import { networkOf, widerNetworkOf } from './networks.ts'

/**
 * Networks take turns here before anything is asked of the database: the tries of one network are counted in the same row, one
 * after the other, and a flood of them would hold every connection while they wait for each other.
 */
// What waits here is a count, half a millisecond: a second or so when the line is full.
const gate = makeFairGate({ runningMax: 4, waitingMax: 2_000 })

/** Throws `unavailable` for whoever comes from where too many wait already. */
export function takeTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  return gate([widerNetworkOf(address), networkOf(address)], work)
}
