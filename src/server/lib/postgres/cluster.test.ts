import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { hashOf, makeCluster, readCluster } from './cluster.ts'

let database: TestDatabase
beforeAll(async () => (database = await makeTestDatabase()))
afterAll(() => database.drop())

test('a customer is on the shard that PostgreSQL would choose', async () => {
  const ids = [
    1,
    2,
    3,
    4095,
    4096,
    1_000_000,
    2_147_483_647,
    ...Array.from({ length: 1000 }, (_, at) => at * 7919),
  ]
  const { rows } = await database.pool.query<{ hash: number }>(
    'select hashint4(id) as hash from unnest($1::int[]) with ordinality as asked (id, at) order by at',
    [ids],
  )
  expect(ids.map(hashOf)).toEqual(rows.map(({ hash }) => hash))
})

test('customers of a group are all on one shard, and each is in one group', () => {
  const bounds = [-2_147_483_648, -1_073_741_824, 0, 1_073_741_824]
  const cluster = makeCluster(bounds)
  const ids = Array.from({ length: 100 }, (_, at) => at)
  const groups = cluster.byShard(ids, (id) => id)
  expect(groups.flat().toSorted((a, b) => a - b)).toEqual(ids)
  expect(groups).toHaveLength(4)
  for (const group of groups) expect(new Set(group.map(cluster.shardOf)).size).toBe(1)
  expect(groups.map(([id]) => id !== undefined && cluster.shardOf(id))).toEqual([0, 1, 2, 3])
  const first = ids.filter((id) => hashOf(id) < -1_073_741_824)
  expect(groups).toContainEqual(first)
})

test('one PostgreSQL has no shards', async () => {
  expect(await readCluster(database.pool)).toBeUndefined()
})
