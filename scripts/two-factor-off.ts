import { Kysely, PostgresDialect } from 'kysely'

import { resetOnMachine } from '#server/modules/users/two-factor/reset-two-factor.ts'
import { readConfig } from '#server/config.ts'
import { makeEvents } from '#server/lib/events/events.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeLog } from '#server/lib/log/make-log.ts'

import { withDatabase } from './with-database.ts'

/**
 * `npm run two-factor-off -- you@example.com`: turns off two-factor authentication for an account that lost its app and
 * recovery codes, if no colleague can do it. The product may be running. The account's sessions end, it gets an email,
 * and the audit log gets an entry.
 */
const [email] = process.argv.slice(2)
try {
  if (email === undefined) throw new ConfigError('Usage: npm run two-factor-off -- you@example.com')
  const outcome = await withDatabase(readConfig(process.env), async (url) => {
    const pool = makePool({ url, max: 1, applicationName: 'tally-and-reach two-factor off' })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    const log = makeLog('warn', process.stderr)
    // Sent to a running product, which closes the open pages.
    const events = await makeEvents({ pool, log, directUrl: url })
    // The action is audited; the log is the running product's.
    const here = { db, events, security: { note: () => undefined } }
    return resetOnMachine(here, email).finally(async () => {
      await events.close()
      await db.destroy()
    })
  })
  if (outcome === 'unknown') throw new ConfigError(`There is no account for ${email}.`)
  if (outcome === 'off')
    throw new ConfigError(`Two-factor authentication is already off for ${email}. Nothing was changed.`)
  console.log(
    `Two-factor authentication is off for ${email}, and every session was signed out. Signing in only requires the password.`,
  )
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
