import { pino } from 'pino'

import { makeApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { makeContext } from '#server/context.ts'
import { makePool } from '#server/database/pool.ts'

/** The product's web role in a process of its own, as it runs: no worker, no sandbox. Ends with its parent. */
const config = readConfig(process.env)
const pool = makePool({ url: config.databaseUrl ?? '', max: 10 })
const log = pino({ level: 'error' })
const ctx = await makeContext({ config, pool, log })
const app = await makeApp(ctx)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url })}\n`)
process.stdin.resume().on('end', () => process.exit(0))
