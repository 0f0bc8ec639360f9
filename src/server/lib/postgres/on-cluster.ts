import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'

import type { Cluster } from './cluster.ts'
import type { DB } from './tables.ts'
import type { Tx } from './transact.ts'

// What is different on a cluster, for code that has only `db`, a tx or an error.

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

/** Undefined on one PostgreSQL. */
export function clusterOf(db: Kysely<DB>): Cluster | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof ClusterAdapter ? adapter.cluster : undefined
}

/**
 * The constraint that refused a row. What a node reports has it in its message alone, with the number of the shard behind it: the
 * last quoted name, in whatever language and quotes the node's `lc_messages` has.
 */
export function nameOfConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return /["«»„“]\s?(\w+?)(_1\d{5,})?\s?["«»“”][^"«»„“”]*$/.exec(error.message)?.[1]
}

/**
 * A shard was moved to another node while the statement ran, which looked for its intermediate results on the wrong one: it has
 * changed nothing, and can run again. Citus' words, never translated; their code is that of a file which is missing.
 */
export function isShardMoved(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('Query could not find the intermediate result file')
  )
}

/**
 * Deletes what `on delete cascade` would with the row of that id. Between its groups of tables a cluster has no foreign keys;
 * `npm run distribute` noted those that were there.
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
