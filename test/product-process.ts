import { makeApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { makeContext } from '#server/context.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { startWorker } from '#server/worker.ts'

import { measureSlowness, watchTurns } from './watch-turns.ts'

/**
 * The product in a separate process, for tests that kill it and benches that measure it: the API, and with `all` the
 * worker too. It prints its URL as one line of JSON, answers every line with its peak memory and the longest turn since
 * the last line (the line `slowness` with that), and ends when its parent does.
 */
const config = readConfig(process.env)
const pool = makePool({ url: config.databaseUrl ?? '', max: 10 })
const ctx = await makeContext({ config, pool, log: makeLog('fatal') })
const part = process.argv[2] === 'all' ? 'all' : 'web'
const app = await makeApp(ctx, part)
if (part === 'all') startWorker(ctx)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url })}\n`)
const turns = watchTurns()
process.stdin
  .on('data', (line: Buffer) => {
    const { maxRSS } = process.resourceUsage() // in kilobytes
    const longestTurnMs = turns.takeLongest()
    const slowness = line.toString() === 'slowness\n' ? measureSlowness() : undefined
    process.stdout.write(`${JSON.stringify({ peakBytes: maxRSS * 1024, longestTurnMs, slowness })}\n`)
  })
  .on('end', () => process.exit(0))
