import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { decideOrders, type Incident, listIncidents } from '#contract/orders/order-incidents.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { landOutcome } from '#server/modules/orders/dispatch/land-outcome.ts'
import { groupIncidents } from '#server/modules/orders/past/group-incidents.ts'
import { auditMoney } from '#test/audit.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { changeIncident, joinIncident } from './incidents.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true, min: 1 })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

async function list(): Promise<Incident[]> {
  await auditMoney(bench.ctx)
  return (await bench.app.call(listIncidents, { token: admin.token })).body.incidents
}

async function decide(id: bigint, decision: object, dry_run = false): Promise<void> {
  const items = [{ id: Number(id), ...decision }]
  const body = { items, reason: 'an outage', dry_run }
  const { body: answer } = await bench.app.call(decideOrders, { token: admin.token, body })
  expect(answer.results.map(({ result }) => result)).toEqual(['done'])
}

const attemptOf = async (id: bigint) => {
  const [attempt] = await bench.attemptsOf(id)
  if (attempt === undefined) throw new Error('it was not sent')
  return attempt
}

const idsOf = (incidents: readonly Incident[]) => incidents.map(({ order_ids: ids }) => ids)

test('an order leaves its incident whichever way it is decided, and the last one takes the incident with it', async () => {
  const ids: bigint[] = []
  for (let at = 0; at < 6; at += 1) ids.push(await bench.placeInReview())
  const [refunded = 0n, again = 0n, taken = 0n, late = 0n, refused = 0n, notSent = 0n] = ids
  const counts: number[] = []
  const count = async () => {
    const found = await list()
    expect(found.length).toBeLessThanOrEqual(1)
    counts.push(found[0]?.orders ?? 0)
    expect(found[0]?.order_ids.length ?? 0).toBe(found[0]?.orders ?? 0)
  }
  await count()
  await decide(refunded, { decision: 'refund' }, true)
  await count()
  await decide(refunded, { decision: 'refund' })
  await count()
  await decide(again, { decision: 'not_taken' })
  await count()
  await decide(taken, { decision: 'exists', provider_order: 'id-1' })
  await count()
  await landOutcome(bench.ctx, await attemptOf(late), { kind: 'accepted', order: 'id-2' })
  await count()
  const fault = { code: 'no_answer', details: {} } as const
  await landOutcome(bench.ctx, await attemptOf(refused), { kind: 'rejected', fault })
  await count()
  await landOutcome(bench.ctx, await attemptOf(notSent), { kind: 'not_sent', fault })
  await count()
  expect(counts).toEqual([6, 6, 5, 4, 3, 2, 1, 0])
  expect(await bench.ctx.db.selectFrom('incidents').select('id').execute()).toEqual([])
})

test('an order whose late answer is unknown too moves to the incident of that answer', async () => {
  const [first, second] = [await bench.placeInReview(), await bench.placeInReview()]
  expect(idsOf(await list())).toEqual([[Number(first), Number(second)]])
  const fault = { code: 'said', details: { error: 'Busy, ticket 123456' } } as const
  await landOutcome(bench.ctx, await attemptOf(second), { kind: 'unknown', fault, sentence: 'busy, ticket' })
  const [moved, stays] = await list()
  expect(moved).toMatchObject({ order_ids: [Number(second)], reason: fault })
  expect(stays).toMatchObject({ order_ids: [Number(first)], orders: 1 })
  await decide(first, { decision: 'refund' })
  await decide(second, { decision: 'refund' })
})

test('a late answer waits for the other orders of its provider before it takes its order out of an incident', async () => {
  const id = await bench.placeInReview()
  const key = { userId: bench.user.id, id }
  const { changed } = await transact(bench.ctx, async (tx) => {
    await takeLock(tx, 'incidents of a provider', bench.panel.provider.id)
    const later = transact(bench.ctx, (other) => changeIncident(other, key))
    const waits = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect
      .poll(async () => (await bench.ctx.pool.query(waits)).rows, { timeout: 10_000 })
      .toEqual([{ n: 1 }])
    await sql`select id from incidents for update nowait`.execute(tx)
    return { changed: later }
  })
  await changed
  expect(idsOf(await list())).toEqual([[Number(id)]])
  await decide(id, { decision: 'refund' })
})

test('orders that come at once open one incident, and written ones are grouped as those that came one by one', async () => {
  const ids = [await bench.placeInReview(), await bench.placeInReview(), await bench.placeInReview()]
  const before = await list()
  const empty = async () => {
    await bench.ctx.db.updateTable('dispatch_queue').set({ incident_id: null }).execute()
    await bench.ctx.db.deleteFrom('incidents').execute()
  }
  const withoutId = (incidents: readonly Incident[]) => incidents.map((incident) => ({ ...incident, id: 0 }))

  await empty()
  await Promise.all(
    ids.map((id) => transact(bench.ctx, (tx) => joinIncident(tx, { userId: bench.user.id, id }))),
  )
  expect(withoutId(await list())).toEqual(withoutId(before))

  await empty()
  await bench.ctx.pool.query(groupIncidents)
  expect(withoutId(await list())).toEqual(withoutId(before))
  // Orders already in an incident stay.
  await bench.ctx.pool.query(groupIncidents)
  expect(withoutId(await list())).toEqual(withoutId(before))
})
