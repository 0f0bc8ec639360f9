import { checkInvariants } from '#server/invariants/check-invariants.ts'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/environment.ts'
import { readRecordHead } from '#server/staff/read-record-head.ts'

import { withDatabase } from './with-database.ts'

/** `npm run audit`: every invariant of the money with its count of violations; exit code 1 when there are any. */
try {
  const { lines, record } = await withDatabase(readConfig(process.env), async (pool) => ({
    lines: await checkInvariants(pool),
    record: await readRecordHead(pool),
  }))
  for (const { id, violations, says, examples } of lines) {
    console.log(`${id.padEnd(5)} ${String(violations).padStart(6)}  ${says}`)
    if (violations > 0) console.log(`${' '.repeat(14)}such as ${examples.join(' ')}`)
  }
  if (record === undefined) console.log('The record of staff is empty.')
  else console.log(`The record of staff has ${record.count} rows; its newest hash is ${record.head}.`)
  const broken = lines.filter(({ violations }) => violations > 0).length
  console.log(broken === 0 ? `All ${lines.length} hold.` : `${broken} of ${lines.length} do not hold.`)
  process.exitCode = broken === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
