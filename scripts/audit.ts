import { readConfig } from '#server/config.ts'
import { describeExcessRights } from '#server/lib/postgres/product-role.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import {
  type CheckedInvariant,
  checkInvariants,
} from '#server/modules/operations/ledger-check/check-invariants.ts'
import { invariants } from '#server/modules/operations/ledger-check/invariants-queries.ts'
import { checkSinceLastClean } from '#server/modules/operations/ledger-check/run-ledger-check.ts'
import { readAuditLogHead } from '#server/modules/audit-log/audit-log-rows.ts'

import { withDatabase } from './with-database.ts'

/** Durations longer than this are printed, to show where the time goes on a large database. */
const WORTH_SAYING_SECONDS = 1

/**
 * `npm run audit`: every invariant of the money with its number of violations, as each is checked; exit code 1 if there
 * are any. With `--recent` only what changed since the last nightly check without findings. It warns if the product's
 * role has more privileges than it should. Changes nothing.
 */
const isRecent = process.argv.includes('--recent')
let checked = 0

try {
  const config = readConfig(process.env)
  const { lines, record } = await withDatabase(config, async (url) => ({
    lines: await (isRecent ? checkSinceLastClean(url, print) : checkInvariants(url, { onLine: print })),
    record: await readAuditLogHead(url),
  }))
  if (lines === undefined) throw new ConfigError('No nightly check has passed yet: run it without --recent.')
  if (record === undefined) console.log('The audit log is empty.')
  else console.log(`The audit log has ${record.count} rows; its newest hash is ${record.head}.`)
  const broken = lines.filter(({ violations }) => violations > 0).length
  console.log(
    broken === 0 ? `All ${lines.length} checks passed.` : `${broken} of ${lines.length} checks failed.`,
  )
  process.exitCode = broken === 0 ? 0 : 1
  // The embedded database has its own role for the product.
  const excess = config.databaseUrl === undefined ? undefined : await describeExcessRights(config.databaseUrl)
  if (excess !== undefined) console.log(excess)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function print({ id, violations, says, examples, seconds }: CheckedInvariant): void {
  const time = seconds > WORTH_SAYING_SECONDS ? ` (${seconds.toFixed(0)} s)` : ''
  checked += 1
  const place = `${String(checked).padStart(2)}/${invariants.length}`
  console.log(`${place}  ${id.padEnd(5)} ${String(violations).padStart(6)}  ${says}${time}`)
  if (violations > 0) console.log(`${' '.repeat(21)}such as ${examples.join(' ')}`)
}
