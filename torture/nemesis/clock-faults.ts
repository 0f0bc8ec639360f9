import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from './fault.ts'

const HOUR_MS = 3_600_000
const OFF_SECONDS = 5

/** As when a machine's clock was set wrong by hand, and right again some seconds later. */
export const clockFaults: readonly Fault[] = [
  { name: 'the clock jumps an hour ahead and back', offset: HOUR_MS },
  { name: 'the clock jumps an hour back and ahead', offset: -HOUR_MS },
].map(({ name, offset }) => ({
  name,
  needs: [],
  seconds: OFF_SECONDS + 3,
  strike: async ({ setClock }) => {
    setClock(offset)
    await sleep(OFF_SECONDS * 1000)
    setClock(0)
    return performance.now()
  },
}))
