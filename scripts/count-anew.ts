import { Kysely, PostgresDialect } from 'kysely'

import { readConfig } from '#server/config.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { countAnew } from '#server/modules/reports/counting/count-anew.ts'

import { withDatabase } from './with-database.ts'

/**
 * `node_modules/.bin/node scripts/count-anew.ts`: has the workers count the days of the reports again, from the ledger's
 * beginning, where the audit says that a day is not the ledger's. Reports say how far that is.
 */
try {
  await withDatabase(readConfig(process.env), async (url) => {
    const pool = makePool({ url, max: 1, applicationName: 'tally-and-reach count anew' })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    await countAnew({ db, events: { publish: () => undefined } }).finally(() => db.destroy())
  })
  console.log('The days are counted again from the beginning by the next worker that runs.')
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
