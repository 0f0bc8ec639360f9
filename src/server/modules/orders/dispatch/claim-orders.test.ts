import { expect, onTestFinished, test } from 'vitest'

import { makeCluster } from '#server/lib/postgres/cluster.ts'
import { makeUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { makeClaimer } from './claim-orders.ts'

const bench = makeOrderBench()

test('on a cluster a shard that fails costs none of the orders claimed before, and its own are claimed later', async () => {
  const { pool } = bench.app.database
  // A single PostgreSQL, in which the orders of the second shard are on an unavailable node.
  const cluster = makeCluster([-2_147_483_648, 0])
  const placed: bigint[] = []
  for (const shard of [0, 1]) {
    let user = await makeUser(bench.ctx, { balance: '100' })
    while (cluster.shardOf(user.id) !== shard) user = await makeUser(bench.ctx, { balance: '100' })
    bench.use({ user })
    placed.push(await bench.place())
  }
  const [near, far] = placed
  await pool.query(
    `create function be_away() returns trigger language plpgsql as $$ begin raise 'the node is away'; end $$;
     create trigger away before update on dispatch_queue for each row when (old.order_id = ${far})
     execute function be_away()`,
  )
  onTestFinished(async () => void (await pool.query('drop function if exists be_away cascade')))
  const claimer = makeClaimer({ ...bench.ctx, cluster })
  const claim = async () => {
    const claimed = await claimer.claim({ providerId: bench.panel.provider.id, limit: 5 })
    return claimed.map(({ order_id: id }) => id)
  }
  expect(await claim()).toEqual([near])
  await expect(claim()).rejects.toThrow('the node is away')
  await pool.query('drop function be_away cascade')
  expect(await claim()).toEqual([far])
  // Neither was put back in the queue.
  expect(await Promise.all(placed.map(async (id) => (await bench.orderOf(id)).dispatch))).toEqual([
    'sending',
    'sending',
  ])
})
