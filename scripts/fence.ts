import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { fencePhysical } from '#server/modules/operations/restored/fence-physical.ts'

import { readOptions, runCommand } from './backup/run-command.ts'
import { withStoppedDatabase } from './with-database.ts'

const usage = 'Usage: npm run fence -- --taken-at=2026-11-28T17:05:00Z'

/**
 * `npm run fence -- --taken-at=TIME`: fences a database that was restored by other means than `npm run restore`, before
 * the product starts on it. TIME, with its time zone, is the moment it was restored to.
 */
await runCommand(async () => {
  const { values } = readOptions(usage, { 'taken-at': { type: 'string' } })
  const takenAt = toTime(values['taken-at'])
  const config = readConfig(process.env)
  const fence = (ownerUrl: string) => fencePhysical({ ownerUrl, takenAt })
  if (config.databaseOwnerUrl !== undefined) await fence(config.databaseOwnerUrl)
  else await withStoppedDatabase(config, fence, { ofAnyVersion: true })
  console.log(
    `Fenced as of ${takenAt.toISOString()}. Nothing is sent and nothing can be changed until you resume it: ` +
      'start the product, then run npm run resume, or sign in as an owner.',
  )
})

function toTime(value: string | undefined): Date {
  if (value === undefined) throw new ConfigError(usage)
  try {
    return new Date(Temporal.Instant.from(value).epochMilliseconds)
  } catch (error) {
    throw new ConfigError(`${value} is not a time with its time zone.\n${usage}`, { cause: error })
  }
}
