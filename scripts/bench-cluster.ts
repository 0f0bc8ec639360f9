import { parseArgs } from 'node:util'

import { benchCluster } from '#bench/cluster.ts'

const { values } = parseArgs({
  options: {
    one: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
    shards: { type: 'string', default: '8' },
  },
})
const clusterUrl = process.env['DATABASE_URL']
if (clusterUrl === undefined || values.one === undefined) {
  console.log(
    'Usage: DATABASE_URL=postgres://… npm run bench:cluster -- --one=postgres://…: a database of the coordinator of a Citus cluster, and one of a PostgreSQL without it, all on this machine.',
  )
  process.exit(2)
}
const [seconds, rounds, shards] = [Number(values.seconds), Number(values.rounds), Number(values.shards)]
process.exitCode = (await benchCluster({ oneUrl: values.one, clusterUrl, seconds, rounds, shards })) ? 0 : 1
