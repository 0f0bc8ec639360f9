import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import {
  type Distribution,
  distributeDatabase,
  type DistributionProgress,
} from '#server/modules/operations/distribution/distribute-database.ts'

import { readOptions, runCommand } from './backup/run-command.ts'
import { makeProgress } from './backup/show-progress.ts'
import { withDatabase } from './with-database.ts'

const usage = 'Usage: npm run distribute [-- --confirm]'

/**
 * `npm run distribute`: prints what it would do to distribute the database over the nodes of its Citus cluster; with
 * `--confirm` it does it. It continues when run again after an interruption.
 */
await runCommand(async () => {
  const { values } = readOptions(usage, { confirm: { type: 'boolean' } })
  const config = readConfig(process.env)
  if (config.databaseOwnerUrl === undefined)
    throw new ConfigError(
      'DATABASE_URL is not set: only a database on a Citus cluster is distributed (docs/operating/several-machines.md).',
    )
  const isConfirmed = values.confirm === true
  const progress = makeProgress(describeProgress)
  const distribution = await withDatabase(config, (ownerUrl) =>
    distributeDatabase({ ownerUrl, ...(isConfirmed && { onProgress: progress.show }) }),
  ).finally(progress.end)
  for (const line of describe(distribution)) console.log(line)
  console.log(
    isConfirmed
      ? 'Distributed. Start the product as before.'
      : 'Nothing was changed. Stop the product, make a backup of the database, then run npm run distribute -- --confirm.',
  )
})

function describeProgress({ step, table, done, of }: DistributionProgress): string {
  return step === 'table'
    ? `table ${done + 1} of ${of}: ${table}`
    : `foreign key ${done + 1} of ${of}: ${table}`
}

function describe({ tables, foreignKeys }: Distribution): string[] {
  const named = (by: string) => tables.filter(({ place }) => place.by === by)
  const line = (by: string, says: string) => {
    const found = named(by)
    const rows = found.reduce((sum, table) => sum + table.rows, 0)
    return `${found.length} tables ${says} (about ${rows.toLocaleString('en-US')} rows): ${found.map(({ name }) => name).join(', ')}`
  }
  return [
    line('customer', 'by customer'),
    line('own', 'by a key of their own'),
    line('copies', 'copied to every node'),
    line('coordinator', 'on the coordinator'),
    `${foreignKeys.kept} foreign keys stay, ${foreignKeys.dropped} that no node could check are dropped.`,
  ]
}
