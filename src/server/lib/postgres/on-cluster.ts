import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'

import type { Cluster } from './cluster.ts'
import type { DB } from './tables.ts'
import type { Tx } from './transact.ts'

// The differences of a cluster, for code that has only `db`, a tx or an error.

class ClusterAdapter extends PostgresAdapter {
  readonly cluster: Cluster

  constructor(cluster: Cluster) {
    super()
    this.cluster = cluster
  }
}

export function makeDialect(pool: Pool, cluster: Cluster | undefined): PostgresDialect {
  const dialect = new PostgresDialect({ pool })
  if (cluster !== undefined) dialect.createAdapter = () => new ClusterAdapter(cluster)
  return dialect
}

/** Undefined on a single PostgreSQL. */
export function clusterOf(db: Kysely<DB>): Cluster | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof ClusterAdapter ? adapter.cluster : undefined
}

/**
 * The constraint that refused a row. A node reports it only in its message, followed by the shard's number: the last
 * quoted name, in the language and quotes of the node's `lc_messages`.
 */
export function nameOfConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return /["«»„“]\s?(\w+?)(_1\d{5,})?\s?["«»“”][^"«»„“”]*$/.exec(error.message)?.[1]
}

/** Milliseconds before a statement that found its shard moved runs again. */
export const SHARD_PAUSE_MS = 250

/**
 * A shard was moved to another node while the statement ran, which then looked for its intermediate results on the wrong one:
 * nothing was changed, and it can run again. The message is Citus's and never translated; its code is that of a missing file.
 */
export function isShardMoved(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('Query could not find the intermediate result file')
  )
}

/**
 * Deletes what `on delete cascade` would delete with the row of this id. A cluster has no foreign keys between its
 * groups of tables; `npm run distribute` recorded those that existed.
 */
export async function deleteReferring(tx: Tx, table: keyof DB, id: number): Promise<void> {
  if (clusterOf(tx) === undefined) return
  const { rows } = await sql<{ from: string; column: string }>`
    select key->>'from' as "from", key->'columns'->>0 as "column"
    from distribution, jsonb_array_elements(foreign_keys) key
    where key->>'to' = ${table} and key->>'definition' like '% ON DELETE CASCADE%'`.execute(tx)
  for (const { from, column } of rows)
    await sql`delete from ${sql.table(from)} where ${sql.ref(column)} = ${id}`.execute(tx)
}
