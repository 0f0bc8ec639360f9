import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'

import { readConfig } from '#server/config.ts'
import { makeContext } from '#server/context.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'

/**
 * A dispatcher in a separate process that suspends itself (SIGSTOP) at the worst moment: it has claimed its order and
 * connected, but written nothing. Resumed by SIGCONT, it finishes and exits. Its limits are the JSON in its only
 * argument.
 */
const config = readConfig(process.env)
const pool = makePool({ url: config.databaseUrl ?? '', max: 2 })
const ctx = await makeContext({ config, pool, log: makeLog('fatal') })
subscribe('undici:client:connected', () => {
  writeSync(1, 'connected\n')
  process.kill(process.pid, 'SIGSTOP')
})
const dispatcher = makeDispatcher(ctx, JSON.parse(process.argv[2] ?? '{}'))
await dispatcher.pump()
await dispatcher.stop()
await ctx.close()
await pool.end()
