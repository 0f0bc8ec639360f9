import { Kysely, PostgresDialect } from 'kysely'

import { readConfig } from '#server/config.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { recountAllDays } from '#server/modules/reports/counting/count-days.ts'

import { withDatabase } from './with-database.ts'

/**
 * `node_modules/.bin/node scripts/recount-days.ts`: makes the workers recount all days of the reports, for when the
 * audit says that a day does not match the ledger. Reports show the progress.
 */
try {
  await withDatabase(readConfig(process.env), async (url) => {
    const pool = makePool({ url, max: 1, applicationName: 'tally-and-reach recount days' })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    await recountAllDays({ db, events: { publish: () => undefined } }).finally(() => db.destroy())
  })
  console.log('The next worker that runs will recount all days.')
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
