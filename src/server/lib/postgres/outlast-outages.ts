import { setTimeout as sleep } from 'node:timers/promises'

import { findOutage } from './is-outage.ts'

/** Waiting for a database that is away has limits of its own: these are for one that breaks again and again. */
const TRIES = 12
const WAIT_MS = 250
const WAIT_MS_MAX = 5_000

/**
 * Starts again where the database went away meanwhile, as a supervisor would, a little later each time. `start` leaves
 * nothing behind when it fails; what else it fails of is thrown.
 */
export async function outlastOutages<Result>(
  start: () => Promise<Result>,
  say: (line: string) => void,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start()
    } catch (error) {
      const outage = findOutage(error)
      if (outage === undefined || tried === TRIES) throw error
      say(`The database was lost during the start (${outage.reason}). Beginning again …`)
      await sleep(Math.min(WAIT_MS * 2 ** (tried - 1), WAIT_MS_MAX))
    }
  }
}
