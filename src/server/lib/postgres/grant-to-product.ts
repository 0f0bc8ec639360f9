import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Client, escapeIdentifier } from 'pg'

import { ConfigError } from '#server/lib/environment/environment.ts'

import { advisoryLock } from './advisory-locks.ts'
import { endClient, limitSilence, makeClient } from './pool.ts'

/** Less than a silent line is given: who waits for another session says so. */
const LOCK_SECONDS = 20
const grantsFile = join(import.meta.dirname, '../../../../db/grants.sql')

/**
 * Gives the role by which the product works exactly what db/grants.sql says, as the owner of the database, in one tx.
 * Answers whether there are two roles; where it is the same, it is left everything that an owner has.
 */
export async function grantToProduct({
  ownerUrl,
  productUrl,
  lockSeconds = LOCK_SECONDS,
}: {
  ownerUrl: string
  productUrl: string
  lockSeconds?: number
}): Promise<boolean> {
  const role = await withClient(productUrl, whoIs)
  return withClient(ownerUrl, async (owner) => {
    const ownerRole = await whoIs(owner)
    if (ownerRole === role) return false
    try {
      await grant(owner, { role, lockSeconds })
    } catch (error) {
      const { code } = error as { code?: string } // PostgreSQL's own, else undefined
      if (code === LOCK_NOT_AVAILABLE)
        throw new ConfigError(
          `Another session has kept what "${role}" of DATABASE_URL is granted locked for ${lockSeconds} s. ` +
            'Look for it in pg_stat_activity, end it and start again.',
          { cause: error },
        )
      if (code !== INSUFFICIENT_PRIVILEGE) throw error
      throw new ConfigError(
        `"${ownerRole}" of DATABASE_DIRECT_URL may not say what "${role}" of DATABASE_URL may do ` +
          `(${(error as Error).message}). It must own every table of this database: docs/operating/database-roles.md.`,
        { cause: error },
      )
    }
    return true
  })
}

const INSUFFICIENT_PRIVILEGE = '42501'
const LOCK_NOT_AVAILABLE = '55P03'

async function grant(
  owner: Client,
  { role, lockSeconds }: { role: string; lockSeconds: number },
): Promise<void> {
  const written = await readFile(grantsFile, 'utf8')
  await owner.query(`begin; set local lock_timeout = '${lockSeconds}s'`)
  await owner.query('select pg_advisory_xact_lock($1)', [
    // Two that grant at once would find each other's rows changed.
    advisoryLock('grants'),
  ])
  const { rows } = await owner.query<{ schema: string }>('select current_schema() as schema')
  const schema = rows[0]?.schema ?? 'public'
  await owner.query(
    written
      .replaceAll(':"product"', escapeIdentifier(role))
      .replaceAll(':"schema"', escapeIdentifier(schema)),
  )
  await owner.query('commit')
}

async function whoIs(client: Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = makeClient(url, 'tally-and-reach grants')
  client.on('error', () => undefined)
  await client.connect()
  const limit = limitSilence(client)
  try {
    return await work(client)
  } finally {
    clearTimeout(limit)
    await endClient(client)
  }
}
