import { Kysely, PostgresDialect } from 'kysely'

import { makeSetupLink } from '#server/modules/users/auth/first-admin.ts'
import { readConfig } from '#server/config.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'

import { withDatabase } from './with-database.ts'

/**
 * `npm run setup-link`: a new one-time link for the first admin, with or without a running product, when the printed
 * one is lost or a day old. The previous one stops working.
 */
try {
  const config = readConfig(process.env)
  const link = await withDatabase(config, async (url) => {
    const pool = makePool({ url, max: 1, applicationName: 'tally-and-reach setup link' })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    const publicUrl = config.publicUrlIsGiven ? config.publicUrl : undefined
    return makeSetupLink({ db, events: { publish: () => undefined } }, publicUrl).finally(() => db.destroy())
  })
  if (link === undefined)
    throw new ConfigError('There is already an admin. Admins can invite others under Users.')
  console.log(`Create the first admin (this link works once, within 24 hours): ${link}`)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
