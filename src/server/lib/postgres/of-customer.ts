import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of one customer, for a list ordered by `user_id` and then by its own order: only an index that begins with the
 * customer serves it this way. For `user_id = … order by id` the planner may prefer to scan everyone's newest rows by
 * an index on the id, which for an old customer is all of them: up to 40,000 of 40,000 rows in
 * test/one-customers-lists.test.ts, where a page takes some hundred.
 */
export function ofCustomer(userId: number, table?: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(table === undefined ? 'user_id' : `${table}.user_id`)} = any (${[userId]}::int[])`
}

/**
 * The same for a table that a join or a subquery already ties to the customer's row: a cluster finds the shard by
 * constants only, and would ask every node. Nothing without a customer.
 */
export function alsoOf(userId: number | undefined, table: string, column = 'user_id'): RawBuilder<unknown> {
  return userId === undefined ? sql`` : sql`and ${sql.ref(`${table}.${column}`)} = ${userId}::int`
}
