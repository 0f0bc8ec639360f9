import { escapeIdentifier } from 'pg'

import { endClient, limitSilence, makeClient } from './pool.ts'

/** `isStrong`: it can change the ledger. `canHide`: it can make something that stands before a table of the product's. */
type Role = { role: string; database: string; schema: string; isStrong: boolean; canHide: boolean }

/**
 * What the role of `productUrl` may do that db/grants.sql takes away, as a sentence for the operator; undefined where there is
 * nothing. A right that another has given is not taken by a revoke, which then is a warning in the server's log alone: so it
 * is asked for what is so.
 */
export async function sayExcess(productUrl: string): Promise<string | undefined> {
  const found = await readRole(productUrl)
  if (found.isStrong) return sayStrong(found)
  return found.canHide ? sayHiding(found) : undefined
}

async function readRole(productUrl: string): Promise<Role> {
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
    if (role === undefined) throw new Error('a select without a table answers one row')
    return role
  } finally {
    clearTimeout(limit)
    await endClient(product)
  }
}

const where = 'docs/operating/database-roles.md'

function sayStrong({ role }: Role): string {
  return (
    `Warning: the product works by the role "${role}", which may change the ledger and its guards. Give it one that ` +
    `may not as DATABASE_URL, and the owner as DATABASE_DIRECT_URL: ${where}.`
  )
}

function sayHiding({ role, database, schema }: Role): string {
  const from = `from public, ${escapeIdentifier(role)};`
  return (
    `Warning: the product's role "${role}" may make tables in this database, temporary ones too, which hide the real ones ` +
    'from whoever uses its connection next. Only the owner of the database can take that away, by: ' +
    `revoke temporary, create on database ${escapeIdentifier(database)} ${from} ` +
    `revoke create on schema ${escapeIdentifier(schema)} ${from} See ${where}.`
  )
}
