import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { escapeIdentifier, type Client } from 'pg'

import { ConfigError } from '#server/lib/environment/environment.ts'

import { advisoryLock } from './advisory-locks.ts'
import { endClient, limitSilence, makeClient } from './pool.ts'

/** `isStrong`: it can change the ledger. `canHide`: it can create tables that hide the product's. */
type Role = { role: string; database: string; schema: string; isStrong: boolean; canHide: boolean }

/**
 * A warning for the operator if the product's role has rights that db/grants.sql revokes. Revoking a right that another role
 * granted only logs a warning in PostgreSQL, so the result is checked.
 */
export async function describeExcessRights(productUrl: string): Promise<string | undefined> {
  const found = await readProductRole(productUrl)
  if (found.isStrong) return describeLedgerAccess(found)
  return found.canHide ? describeHiding(found) : undefined
}

/** The product's role and its excess rights. */
export async function readProductRole(productUrl: string): Promise<Role> {
  const product = makeClient(productUrl, 'tally-and-reach grants')
  product.on('error', () => undefined)
  await product.connect()
  const limit = limitSilence(product)
  try {
    const { rows } = await product.query<Role>(
      `select current_user as role, current_database() as database, current_schema() as schema,
         has_table_privilege('transactions', 'update, delete, truncate')
           or pg_has_role((select relowner from pg_class where oid = 'transactions'::regclass), 'member') as "isStrong",
         has_database_privilege(current_database(), 'temporary, create')
           or has_schema_privilege(current_schema(), 'create') as "canHide"`,
    )
    const [role] = rows
    if (role === undefined) throw new Error('a select without a table returns one row')
    return role
  } finally {
    clearTimeout(limit)
    await endClient(product)
  }
}

const where = 'docs/operating/database-roles.md'

function describeLedgerAccess({ role }: Role): string {
  return (
    `Warning: the product's role "${role}" may change the ledger and its guards. Use one that ` +
    `may not as DATABASE_URL, and the owner as DATABASE_DIRECT_URL: ${where}.`
  )
}

function describeHiding({ role, database, schema }: Role): string {
  const from = `from public, ${escapeIdentifier(role)};`
  return (
    `Warning: the product's role "${role}" may create tables in this database, temporary ones too, which hide the real ones ` +
    'from later uses of its connection. Only the owner of the database can revoke that, by: ' +
    `revoke temporary, create on database ${escapeIdentifier(database)} ${from} ` +
    `revoke create on schema ${escapeIdentifier(schema)} ${from} See ${where}.`
  )
}

/** Less than `limitSilence`, so that waiting for another session is reported as such. */
const LOCK_SECONDS = 20
const grantsFile = join(import.meta.dirname, '../../../../db/grants.sql')

/**
 * Grants the product's role exactly what db/grants.sql says, as the owner of the database, in one tx. Returns whether there
 * are two roles; a single role keeps all rights of an owner.
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
          `The grants of "${role}" (DATABASE_URL) have been locked by another session for ${lockSeconds} s. ` +
            'Find it in pg_stat_activity, end it and start again.',
          { cause: error },
        )
      if (code !== INSUFFICIENT_PRIVILEGE) throw error
      throw new ConfigError(
        `"${ownerRole}" of DATABASE_DIRECT_URL may not grant rights to "${role}" of DATABASE_URL ` +
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
  // Concurrent grants fail with "tuple concurrently updated".
  await owner.query('select pg_advisory_xact_lock($1, $2)', advisoryLock('grants'))
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
