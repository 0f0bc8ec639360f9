import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of one customer's, for a list that is ordered by `user_id` and then by its own order: only an index that begins with
 * the customer answers it like this. Of `user_id = … order by id` the planner may think it cheaper to go through
 * everybody's newest by an index of the id alone, which for a customer who came long ago is all of them: up to 40,000 rows of
 * 40,000 in test/one-customers-lists.test.ts and its like, where a page takes some hundred.
 */
export function ofCustomer(userId: number, table?: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(table === undefined ? 'user_id' : `${table}.user_id`)} = any (${[userId]}::int[])`
}
