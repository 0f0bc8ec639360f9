import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from './fault.ts'

const HOUR_MS = 3_600_000
const OFF_SECONDS = 5

type Jump = { name: string; offset: number; part?: string }

/** A machine's clock is set wrong manually and corrected some seconds later: on all machines, or on one. */
export const clockFaults: readonly Fault[] = [
  { name: 'the clock jumps an hour ahead and back', offset: HOUR_MS },
  { name: 'the clock jumps an hour back and ahead', offset: -HOUR_MS },
  { name: "one worker's clock jumps an hour ahead and back", offset: HOUR_MS, part: 'worker-1' },
  { name: "one worker's clock jumps an hour back and ahead", offset: -HOUR_MS, part: 'worker-2' },
].map(({ name, offset, part }: Jump) => ({
  name,
  needs: part === undefined ? [] : ['roles'],
  seconds: OFF_SECONDS + 3,
  strike: async ({ setClock }) => {
    setClock(offset, part)
    await sleep(OFF_SECONDS * 1000)
    setClock(0, part)
    return performance.now()
  },
}))

const BACK_SECONDS = 90

/** After a failover to a machine whose clock is behind: rows get times that were already used. */
export const databaseClockFault: Fault = {
  name: `rows are written with a time ${BACK_SECONDS} s back`,
  needs: [],
  seconds: OFF_SECONDS + 3,
  strike: async ({ database: { query } }) => {
    const [row] = await query<{ right: string }>(
      "select pg_get_functiondef('tally_now()'::regprocedure) as right",
    )
    const right = row?.right ?? ''
    const back = right.replace(' now()', ` now() - interval '${BACK_SECONDS} seconds'`)
    if (back === right) throw new Error('tally_now() does not contain now()')
    try {
      await query(back)
      await sleep(OFF_SECONDS * 1000)
    } finally {
      await query(right)
    }
    return performance.now()
  },
}
