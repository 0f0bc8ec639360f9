import { parseArgs, type ParseArgsConfig } from 'node:util'

import { BucketFailed } from '#server/integrations/outgoing/bucket.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { findOutage } from '#server/lib/postgres/outages.ts'

export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`, { cause: error })
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'
const faults: Record<string, string> = {
  ENOSPC: 'The disk is full. Nothing was changed.',
  EROFS: 'The folder is read-only.',
  // Codes of PostgreSQL.
  '53100': "The database's disk is full. Nothing was changed.",
  '55P03':
    'Another session has locked a table for a minute. Find it in pg_stat_activity, end it and try again.',
}

/** Runs a command that reports failures in one sentence. Exit code 1 if it failed. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = describe(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exitCode = 1
  }
}

function describe(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (error instanceof BucketFailed) return `The bucket of the settings could not be used: ${error.message}.`
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path !== undefined) return `${path} does not exist.`
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
    return `${path} may not be opened by this account.`
  if (code === INSUFFICIENT_PRIVILEGE)
    return `This role may not do that (${(error as Error).message}). Give the owner of the tables as DATABASE_DIRECT_URL: docs/operating/database-roles.md.`
  if (code !== undefined && code in faults) return faults[code]
  const outage = error instanceof Error ? findOutage(error) : undefined
  return outage && `The connection to the database broke: ${outage.reason}. Try again.`
}
