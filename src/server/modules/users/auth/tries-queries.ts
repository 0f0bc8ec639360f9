import { type Kysely, sql } from 'kysely'
import { type Pool, type QueryConfig, types } from 'pg'

import type { DB } from '#server/lib/postgres/tables.ts'

export const TRIES_TABLE = 'rate_limits'

/** What the limiter sends its own statements through: it asks for a pool's `query`. */
export function makeTriesStore(pool: Pool) {
  return { query: (query: QueryConfig) => pool.query(toPlainQuery(query)) }
}

/** The limiter reckons with `expire` as a number, which our pool reads as a bigint; a pooler knows no named statements. */
function toPlainQuery({ text, values = [] }: QueryConfig): QueryConfig {
  return { text, values, types: { getTypeParser: readNumbers } }
}

const readNumbers: typeof types.getTypeParser = (oid: number) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, 'text')

/** The counts of tries whose time is over. `expire` is in milliseconds. */
export async function deleteExpiredTries(db: Kysely<DB>, max: number): Promise<number> {
  const { rows } = await sql`
    delete from rate_limits where key in (
      select key from rate_limits where expire < extract(epoch from now()) * 1000
      limit ${max} for update skip locked)
    returning key`.execute(db)
  return rows.length
}
