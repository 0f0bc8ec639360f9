import { resolve } from 'node:path'

import { formatMoney } from '#contract/base/money.ts'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { openArchiveFile } from '#server/modules/operations/backups/archive/open-archive.ts'
import { checkBackup } from '#server/modules/operations/backups/check-backup.ts'
import { withScratch } from '#server/modules/operations/backups/scratch-folder.ts'

import { readPassphrase } from './backup/read-passphrase.ts'
import { readOptions, runCommand } from './backup/run-command.ts'
import { describeBackup, makeProgress } from './backup/show-progress.ts'

const usage = 'Usage: npm run backup:check -- FILE'

/**
 * `npm run backup:check -- FILE`: restores a backup into a separate PostgreSQL in the temporary folder, checks the ledger there,
 * prints what the shop has, and removes it. Exit code 1 if it can't be restored, 2 if the ledger check finds something.
 */
await runCommand(async () => {
  const { positionals } = readOptions(usage, {})
  const [named] = positionals
  if (named === undefined || positionals.length > 1) throw new ConfigError(usage)
  const { backupPassphrase } = readConfig(process.env)
  const passphrase = () => readPassphrase(backupPassphrase, { isNew: false })
  const archive = await openArchiveFile(resolve(named), { passphrase })
  const { header, manifest } = archive
  const progress = makeProgress(describeBackup)
  const { checks, findings, totals } = await withScratch((folder) =>
    checkBackup({ archive, folder, onProgress: progress.show }),
  ).finally(progress.end)
  const { extensions, version, collation } = header.postgres
  const lines: [string, string | number][] = [
    ['written', `${header.takenAt} by version ${header.product}`],
    ['database', `PostgreSQL ${version}, collation ${collation || 'its own'}, ${extensions.join(', ')}`],
    ['mode', header.mode ?? 'never started'],
    ['customers', totals.customers],
    ['balances', `${formatMoney(totals.balances)} USD`],
    ['orders', totals.orders],
    ['newest order', totals.newestOrderAt?.toISOString() ?? 'none'],
    ['completed deposits', totals.completedDeposits],
    ['tickets', totals.tickets],
    [
      'files',
      `${manifest.files.count}${manifest.missingFiles > 0 ? `, ${manifest.missingFiles} missing` : ''}`,
    ],
    ['SECRET_KEY', header.hasSecretKey ? 'in it' : 'not in it: store it elsewhere'],
  ]
  for (const [what, value] of lines) console.log(`${what.padEnd(20)} ${value}`)
  for (const { id, violations, says } of findings) console.log(`${id} ${violations} ${says}`)
  console.log(
    findings.length === 0
      ? `The backup is good: every table is equal to it, and all ${checks} ledger checks passed.`
      : `The backup can be restored, and ${findings.length} of ${checks} ledger checks fail in it.`,
  )
  if (findings.length > 0) process.exitCode = 2
})
