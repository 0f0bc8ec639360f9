import { resolve } from 'node:path'

import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { openArchiveFile } from '#server/modules/operations/backups/archive/open-archive.ts'
import { restoreShop } from '#server/modules/operations/backups/restore-shop.ts'
import { refuseArchive } from '#server/modules/operations/backups/schema/refuse-target.ts'

import { readPassphrase } from './backup/read-passphrase.ts'
import { readOptions, runCommand } from './backup/run-command.ts'
import { describeBackup, makeProgress } from './backup/show-progress.ts'
import { withEmptyDatabase } from './backup/with-empty-database.ts'

const usage = 'Usage: npm run restore -- FILE'
/** Restored, but with findings of the ledger check. */
const EXIT_FINDINGS = 2

/** `npm run restore -- FILE`: restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL. */
await runCommand(async () => {
  const { positionals } = readOptions(usage, {})
  const [named] = positionals
  if (named === undefined || positionals.length > 1) throw new ConfigError(usage)
  const file = resolve(named)
  const config = readConfig(process.env)
  const passphrase = () => readPassphrase(config.backupPassphrase, { isNew: false })
  console.error(`Reading ${file} …`)
  const archive = await openArchiveFile(file, { passphrase })
  await refuseArchive(archive.header)
  const progress = makeProgress(describeBackup)
  await withEmptyDatabase(config, async ({ ownerUrl, productUrl }) => {
    const restored = await restoreShop({
      config,
      ownerUrl,
      productUrl,
      archive: await archive.read(),
      onProgress: progress.show,
    }).finally(progress.end)
    for (const line of restored.lines) console.log(line)
    const broken = (await checkInvariants(ownerUrl, { allowsOverdue: true })).filter(
      ({ violations }) => violations > 0,
    )
    for (const { id, violations, says } of broken) console.log(`${id} ${violations} ${says}`)
    console.log(
      broken.length === 0
        ? 'The ledger check finds nothing.'
        : 'The ledger check finds this in the restored data, which is equal to the backup.',
    )
    if (broken.length > 0) process.exitCode = EXIT_FINDINGS
  })
})
