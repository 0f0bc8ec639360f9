import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

const EVERY_MS = 50
const CUSTOMERS = 40

let app: TestApp
let serviceId: number
const users: TestUser[] = []

beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1' })).id
  while (users.length < CUSTOMERS) users.push(await makeUser(app.ctx, { balance: '1000' }))
})
afterAll(() => app.drop())

type Placed = { link: string; status: number; waitedMs: number; shard: number | undefined }

async function place(link: string, user: TestUser): Promise<Placed> {
  const sent = performance.now()
  const { status } = await app.call(createOrder, {
    token: user.token,
    body: { service_id: serviceId, link, quantity: 1000 },
  })
  return { link, status, waitedMs: performance.now() - sent, shard: app.ctx.cluster?.shardOf(user.id) }
}

/** Until `work` is done: twenty orders a second, by each of the customers in turn. */
async function placeDuring(work: () => Promise<unknown>): Promise<Placed[]> {
  const placing: Promise<Placed>[] = []
  const done = new AbortController()
  const working = work().finally(() => done.abort())
  const began = performance.now()
  for (let at = 0; !done.signal.aborted; at += 1) {
    const user = users[at % users.length]
    if (user === undefined) throw new Error('there are customers')
    placing.push(place(`https://example.com/${at}`, user))
    await sleep(Math.max(0, began + (at + 1) * EVERY_MS - performance.now()))
  }
  await working
  return Promise.all(placing)
}

/** Moves the customers' shard 0 to another worker. */
async function moveShard(): Promise<void> {
  // Without the pool's timeout of a statement: a busy machine takes minutes.
  const client = makeClient(app.database.url)
  await client.connect()
  const { rows } = await client.query(
    `select shardid, nodename, nodeport,
       (select to_json(other) from pg_dist_node other where other.groupid not in (0, node.groupid) limit 1) as target
     from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node node using (groupid)
     where logicalrelid = 'accounts'::regclass order by shardminvalue::int limit 1`,
  )
  const [{ shardid, nodename, nodeport, target }] = rows
  await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", [
    shardid,
    nodename,
    nodeport,
    target.nodename,
    target.nodeport,
  ])
  await client.end()
}

test('a shard is moved under twenty orders a second, and none is refused or lost', async () => {
  const placed = await placeDuring(async () => {
    await sleep(1_000)
    await moveShard()
    await sleep(1_000)
  })
  expect(placed.filter(({ status }) => status !== 201)).toEqual([])
  const { rows } = await app.database.pool.query<{ link: string }>('select link from orders')
  expect(rows.map(({ link }) => link).toSorted()).toEqual(placed.map(({ link }) => link).toSorted())
  await auditMoney(app.ctx)
  const longest = (of: Placed[]) => Math.round(Math.max(...of.map(({ waitedMs }) => waitedMs)))
  const [moved, others] = [
    placed.filter(({ shard }) => shard === 0),
    placed.filter(({ shard }) => shard !== 0),
  ]
  process.stdout.write(
    `${placed.length} orders; the longest waited ${longest(moved)} ms on the moved shard, ${longest(others)} ms elsewhere\n`,
  )
  // Orders placed in its last phase wait for it. Clients time out later.
  expect(longest(placed)).toBeLessThan(15_000)
})
