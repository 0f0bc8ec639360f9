import { parseArgs } from 'node:util'

import { benchWebProcess } from '#bench/web-process.ts'

/**
 * `npm run bench:web -- --data-dir=FOLDER`: memory of a web process under load for 15 minutes, and how long a change takes to
 * reach 2,000 open pages, in a database filled by `bench:seed -- --data-dir=FOLDER`. Adds notifications and sessions to it.
 */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    minutes: { type: 'string', default: '15' },
    streams: { type: 'string', default: '2000' },
  },
})
const dataDir = values['data-dir']
if (dataDir === undefined) throw new Error('--data-dir says which filled database')
const isGood = await benchWebProcess({
  dataDir,
  minutes: Number(values.minutes),
  streams: Number(values.streams),
})
process.exitCode = isGood ? 0 : 1
