import { runAudit } from '#server/audit/run-audit.ts'
import { ConfigError, readConfig } from '#server/config.ts'

import { withDatabase } from './with-database.ts'

/** `npm run audit`: every invariant of the money with its count of violations; exit code 1 when there are any. */
try {
  const lines = await withDatabase(readConfig(process.env), (pool) => runAudit(pool))
  for (const { id, violations, says, examples } of lines) {
    console.log(`${id.padEnd(5)} ${String(violations).padStart(6)}  ${says}`)
    if (violations > 0) console.log(`${' '.repeat(14)}such as ${examples.join(' ')}`)
  }
  const broken = lines.filter(({ violations }) => violations > 0).length
  console.log(broken === 0 ? `All ${lines.length} hold.` : `${broken} of ${lines.length} do not hold.`)
  process.exitCode = broken === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
