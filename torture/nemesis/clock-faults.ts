import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from './fault.ts'

const HOUR_MS = 3_600_000
const OFF_SECONDS = 5

type Jump = { name: string; offset: number; part?: string }

/** As when a machine's clock was set wrong by hand, and right again some seconds later: all of them, or one alone. */
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

/** As after a failover to a machine that is behind: what is written bears times that have been before. */
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
    if (back === right) throw new Error('tally_now() does not say now()')
    try {
      await query(back)
      await sleep(OFF_SECONDS * 1000)
    } finally {
      await query(right)
    }
    return performance.now()
  },
}
