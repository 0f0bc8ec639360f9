import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Client } from 'pg'

import type { DB } from './tables.ts'

/** Kysely on one connection, and in the tx that it is in. Its owner ends it. */
export function overClient(client: Client): Kysely<DB> {
  // Of pg's many forms of `query`, Kysely uses the one with a text and values.
  const query = client.query.bind(client) as PostgresPoolClient['query']
  const shared: PostgresPoolClient = { query, release: () => undefined }
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => shared, end: async () => undefined, options: {} },
    }),
  })
}
