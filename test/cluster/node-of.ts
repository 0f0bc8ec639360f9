import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/factories.ts'

/** The port of the worker that has the customer's rows. */
export async function nodeOf({ database }: TestApp, { id }: TestUser): Promise<number> {
  const { rows } = await database.pool.query<{ port: number }>(
    `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('accounts', $1::int)`,
    [id],
  )
  const [found] = rows
  if (found === undefined) throw new Error('the customer has no shard')
  return found.port
}
