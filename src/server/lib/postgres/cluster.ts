import type { Pool } from 'pg'

import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeSemaphore, type Semaphore } from '#server/lib/limits/semaphore.ts'

/**
 * Where a cluster (PostgreSQL with Citus) stores the rows of each customer. A statement that locks or changes rows of
 * several customers must stay on one shard, and each of its tables needs its own condition `user_id = any(…)`: the
 * shard is found by constants and parameters, not by joins.
 */
export type Cluster = {
  /** The shard of a customer, from 0. Moving a shard to another machine does not change it. */
  shardOf(userId: number): number
  /** Groups of one shard each, ordered by shard: txs that lock one group after another all use the same order. */
  byShard<Item>(items: Iterable<Item>, userIdOf: (item: Item) => number): Item[][]
}

/** Undefined on a single PostgreSQL, and before the tables are distributed. Constant until shards are split. */
export async function readCluster(pool: Pick<Pool, 'query'>): Promise<Cluster | undefined> {
  const { rows: found } = await pool.query<{ has: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_shard') is not null as has",
  )
  if (found[0]?.has !== true) return undefined
  await refuseUnfinished(pool)
  const { rows } = await pool.query<{ least: number }>(`
    select shardminvalue::int as least from pg_dist_shard join pg_dist_partition using (logicalrelid)
    where logicalrelid = 'accounts'::regclass and partmethod = 'h' order by 1`)
  return rows.length === 0 ? undefined : makeCluster(rows.map(({ least }) => least))
}

/** Until `npm run distribute` has finished, nothing else reads or changes the database. */
export async function refuseUnfinished(pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows: begun } = await pool.query<{ has: boolean }>(
    "select to_regclass('distribution') is not null as has",
  )
  if (begun[0]?.has !== true) return
  const { rows } = await pool.query<{ done: boolean }>(
    'select finished_at is not null as done from distribution',
  )
  if (rows[0]?.done !== true)
    throw new ConfigError(
      'The distribution of this database was interrupted. Run npm run distribute -- --confirm again, of the version that began it: it goes on where it stopped.',
    )
}

/** `bounds`: the lowest hash of each shard, ascending. */
export function makeCluster(bounds: readonly number[]): Cluster {
  const shardOf = (userId: number) => {
    const hash = hashOf(userId)
    return bounds.findLastIndex((least) => least <= hash)
  }
  return {
    shardOf,
    byShard(items, userIdOf) {
      const groups = [...Map.groupBy(items, (item) => shardOf(userIdOf(item)))]
      return groups.toSorted(([one], [other]) => one - other).map(([, group]) => group)
    },
  }
}

/** Makes one object per shard, found by customer; on a single PostgreSQL, one for all. */
export function perShard<Made>(cluster: Cluster | undefined, make: () => Made): (userId: number) => Made {
  const made = new Map<number, Made>()
  return (userId) => {
    const shard = cluster?.shardOf(userId) ?? 0
    const one = made.get(shard) ?? make()
    made.set(shard, one)
    return one
  }
}

const SHARD_WAIT_MS = 15_000
const SHARDS_WAITING_MAX = 1_000

/**
 * For statements on one shard each: at most `runningMax` at a time, regardless of the number of shards. Otherwise those
 * of a hanging node would take every connection of the pool. Others wait some seconds at most, then get `unavailable`.
 */
export function makeShardGate(runningMax: number): Semaphore {
  return makeSemaphore({ runningMax, waitingMax: SHARDS_WAITING_MAX, waitMs: SHARD_WAIT_MS })
}

/** PostgreSQL's `hashint4`, which Citus distributes by. */
export function hashOf(value: number): number {
  const start = (0x9e_37_79_b9 + 4 + 3_923_095) | 0
  let [a, b, c] = [(start + value) | 0, start, start]
  c = (c ^ b) - rotate(b, 14)
  a = (a ^ c) - rotate(c, 11)
  b = (b ^ a) - rotate(a, 25)
  c = (c ^ b) - rotate(b, 16)
  a = (a ^ c) - rotate(c, 4)
  b = (b ^ a) - rotate(a, 14)
  c = (c ^ b) - rotate(b, 24)
  return c | 0
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
