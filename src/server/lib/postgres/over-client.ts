import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Client } from 'pg'

import type { DB } from './tables.ts'

/**
 * Kysely on one connection, within its current tx. The caller ends the connection. `instead` maps statements to
 * replacements, such as a savepoint for `begin`.
 */
export function overClient(client: Client, instead: Readonly<Record<string, string>> = {}): Kysely<DB> {
  // Of pg's many forms of `query`, Kysely uses the one with a text and values.
  const run = (text: string, values: unknown[]) => client.query(instead[text] ?? text, values)
  const query = run as unknown as PostgresPoolClient['query']
  const shared: PostgresPoolClient = { query, release: () => undefined }
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => shared, end: async () => undefined, options: {} },
    }),
  })
}
