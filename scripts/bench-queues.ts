import { parseArgs } from 'node:util'

import { benchFaults } from '#bench/faults.ts'
import { benchQueues } from '#bench/queues.ts'

/**
 * `npm run bench:queues -- --queued=2000 --followed=20000 --seconds=5` is a quick run; with `--faults` it measures
 * sending to a provider that loses some requests (`--resets` and `--hangs`, in percent).
 */
const { values } = parseArgs({
  options: {
    queued: { type: 'string', default: '100000' },
    followed: { type: 'string', default: '1000000' },
    seconds: { type: 'string' },
    faults: { type: 'boolean', default: false },
    resets: { type: 'string', default: '5' },
    hangs: { type: 'string', default: '1' },
  },
})
const { queued, followed, seconds } = values
const isGood = values.faults
  ? await benchFaults({
      seconds: Number(seconds ?? 120),
      percent: { resets: Number(values.resets), hangs: Number(values.hangs) },
    })
  : await benchQueues({ queued: Number(queued), followed: Number(followed), seconds: Number(seconds ?? 20) })
process.exitCode = isGood ? 0 : 1
