import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { readProductVersion } from '#server/lib/environment/product-version.ts'
import { findMoved, forgetMoved, noteMoved } from '#server/lib/postgres/embedded/moved-database.ts'
import { findEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { awaitDatabase } from '#server/lib/postgres/outages.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { moveDatabase } from '#server/modules/operations/backups/move-database.ts'

import { readOptions, runCommand } from './backup/run-command.ts'
import { serveMaintenance } from './backup/serve-maintenance.ts'
import { describeBackup, makeProgress } from './backup/show-progress.ts'
import { withStoppedDatabase } from './with-database.ts'

const usage = 'Usage: npm run move -- --to=postgres://…'
const SECONDS = { recovering: 30, absent: 5 }

/**
 * `npm run move -- --to=postgres://…`: copies the embedded database of the stopped product to an empty database on a server.
 * Meanwhile this process serves the maintenance page at the product's address. Files and SECRET_KEY stay in DATA_DIR.
 */
await runCommand(async () => {
  const { values } = readOptions(usage, { to: { type: 'string' } })
  const to = values.to
  if (!to || !/^postgres(ql)?:\/\//.test(to)) throw new ConfigError(usage)
  const place = placeOf(to)
  if (URL.parse(to)?.password)
    console.error(
      'Warning: other accounts of this machine can read the password in the arguments. Leave it out, and set PGPASSWORD.',
    )
  const config = readConfig(process.env)
  await refuseUnmovable(config)
  // From the first moment no product can start on it.
  await withStoppedDatabase(config, async (ownerUrl) => {
    await awaitDatabase(to, { seconds: SECONDS })
    const endMaintenance = await serveMaintenance(config)
    try {
      await move(config, { ownerUrl, to, place })
      console.log(describe(config, await audit(to)))
    } finally {
      await endMaintenance()
    }
  })
})

async function move(
  { dataDir }: Config,
  { ownerUrl, to, place }: { ownerUrl: string; to: string; place: string },
): Promise<void> {
  const progress = makeProgress(describeBackup)
  try {
    await moveDatabase({
      ownerUrl,
      to,
      product: readProductVersion(),
      onProgress: progress.show,
      beforeCommit: () => noteMoved(dataDir, place),
      onRolledBack: () => forgetMoved(dataDir),
    })
  } catch (error) {
    if (findMoved(dataDir) !== undefined)
      console.error(
        `It may be that ${place} has the database already: look there before you start either. The old one does not start.`,
      )
    throw error
  } finally {
    progress.end()
  }
}

/** The number of checks with findings; undefined if the audit failed, which does not revert the move. */
async function audit(url: string): Promise<number | undefined> {
  try {
    const broken = (await checkInvariants(url, { allowsOverdue: true })).filter(
      ({ violations }) => violations > 0,
    )
    for (const { id, violations, says } of broken) console.log(`${id} ${violations} ${says}`)
    return broken.length
  } catch (error) {
    console.error(`Warning: the ledger check broke off: ${(error as Error).message}. Run npm run audit.`)
    return undefined
  }
}

async function refuseUnmovable({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined)
    throw new ConfigError(
      'DATABASE_URL is set: only the embedded database is moved. From another server, use npm run backup and npm run restore.',
    )
  const moved = findMoved(dataDir)
  if (moved !== undefined) throw new ConfigError(moved)
  if ((await findEmbeddedPostgres(dataDir)) !== undefined)
    throw new ConfigError('Stop the product first. Its visitors see maintenance while its database is moved.')
}

/** Without the password. */
function placeOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) throw new ConfigError(`The address after --to is not one.\n${usage}`)
  const { host, pathname } = parsed
  return `${host}${pathname}`
}

function describe({ dataDir }: Config, broken: number | undefined): string {
  const found =
    broken === 0 ? ' The ledger check finds nothing.' : ' The ledger check finds the above, as it did before.'
  return [
    `Moved. Every table is equal.${broken === undefined ? '' : found}`,
    `Start the product with the same variables and DATA_DIR=${dataDir} (it has the files and the SECRET_KEY), and with`,
    '  DATABASE_URL=         the address you gave as --to, with its password; or that of a role with fewer rights:',
    '  DATABASE_DIRECT_URL=  then the address you gave as --to, with its password (docs/operating/database-roles.md)',
    `The old database stays in ${dataDir} and no longer starts. Delete ${dataDir}/postgres when the shop runs.`,
  ].join('\n')
}
