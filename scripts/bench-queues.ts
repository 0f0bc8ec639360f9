import { parseArgs } from 'node:util'

import { benchQueues } from '#bench/queues.ts'

/** `npm run bench:queues -- --queued=2000 --followed=20000 --seconds=5` is a quick one. */
const { values } = parseArgs({
  options: {
    queued: { type: 'string', default: '100000' },
    followed: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '20' },
  },
})
const [queued, followed, seconds] = [values.queued, values.followed, values.seconds].map(Number)
process.exitCode = (await benchQueues({ queued, followed, seconds })) ? 0 : 1
