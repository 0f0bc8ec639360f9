import { beforeAll, describe, expect, test } from 'vitest'

import { decideOrders, listIncidents } from '#contract/orders/order-incidents.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { decideOrders as decideMany } from './decide-orders.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true, min: 1 })

let admin: TestUser
let other: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
  other = await makeUser(bench.ctx, { role: 'admin' })
})

type Item = { id: number; decision: string; provider_order?: string | undefined }

const decide = (items: readonly Item[], { who = admin, dry_run = false } = {}) =>
  bench.app.call(decideOrders, { token: who.token, body: { items, reason: 'an outage', dry_run } })
const incidents = async () => (await bench.app.call(listIncidents, { token: admin.token })).body.incidents

/** Orders that the panel accepted while answering 500, all in review. */
async function makeIncident(count: number, sentAnHourAgo = 0): Promise<number[]> {
  const ids: bigint[] = []
  for (let at = 0; at < count; at += 1) {
    ids.push(await bench.place({ quantity: 100 }))
    await bench.panel.fault('error_500_after')
    await bench.dispatch()
    await bench.resumeSending()
  }
  for (const id of ids) await bench.makeDue(id)
  await bench.ctx.pool.query(
    `update order_attempts set started_at = started_at - interval '1 hour' where order_id = any($1)`,
    [ids.slice(0, sentAnHourAgo)],
  )
  for (const id of ids.slice(-1)) await bench.letTimePass(id)
  await bench.resumeSending()
  return ids.map(Number)
}

/** All data that a decision may change, without times. */
async function readAll() {
  const { rows } = await bench.ctx.pool.query(
    `select (select jsonb_agg(to_jsonb(orders) order by id) from orders where user_id = $1) as orders,
       (select jsonb_agg(to_jsonb(order_attempts) order by order_id, number) from order_attempts where user_id = $1) as tried,
       (select jsonb_agg(to_jsonb(order_events) order by id) from order_events where user_id = $1) as events,
       (select jsonb_agg(to_jsonb(accounts)) from accounts where user_id = $1) as accounts,
       (select count(*) from transactions where user_id = $1) as lines,
       (select count(*) from notifications where user_id = $1) as notices,
       (select count(*) from provider_orders where user_id = $1) as claims,
       (select count(*) from audit_log) as record`,
    [bench.user.id],
  )
  return rows[0]
}

describe('many orders in review', () => {
  test('are decided one by one; the dry run changes nothing and returns the exact results', async () => {
    const [found = 0, twin = 0, again = 0, back = 0] = await makeIncident(4)
    const { id: accepted, there } = await bench.placeAccepted()
    const [first] = await bench.panel.adds()
    const items: Item[] = [
      { id: found, decision: 'exists', provider_order: String(first?.order) },
      { id: twin, decision: 'exists', provider_order: String(first?.order) },
      { id: twin, decision: 'exists', provider_order: there },
      { id: again, decision: 'not_taken' },
      { id: back, decision: 'refund' },
      { id: back, decision: 'refund' },
      { id: Number(accepted), decision: 'refund' },
      { id: 999_999_999, decision: 'not_taken' },
    ]
    const before = await readAll()
    const balance = await balanceOf(bench.ctx, bench.user.id)
    const rehearsal = await decide(items, { dry_run: true })
    expect([rehearsal.status, rehearsal.body.dry_run]).toEqual([200, true])
    expect(await readAll()).toEqual(before)

    const real = await decide(items)
    expect(real.body).toEqual({ ...rehearsal.body, dry_run: false })
    const each = { orders: 1, cost: usd('0.09'), refunds: 0n }
    expect(real.body.totals).toEqual({
      exists: each,
      not_taken: each,
      refund: { ...each, refunds: usd('0.12') },
      refused: 5,
    })
    expect(real.body.results.map(({ result, code }) => code ?? result)).toEqual([
      'done',
      'state_conflict',
      'state_conflict',
      'done',
      'done',
      'state_conflict',
      'state_conflict',
      'order_not_found',
    ])
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(balance + usd('0.12'))
    const stateOf = async (id: number) => {
      const { dispatch, status, provider_order } = await bench.orderOf(BigInt(id))
      return [dispatch, status, provider_order]
    }
    expect(await stateOf(found)).toEqual(['accepted', 'PENDING', String(first?.order)])
    expect((await stateOf(twin))[0]).toBe('review')
    expect((await stateOf(again))[0]).toBe('queued')
    expect(await stateOf(back)).toEqual(['rejected', 'REFUNDED', null])
    expect((await stateOf(Number(accepted)))[1]).toBe('PENDING')
    await bench.dispatch()
    expect((await stateOf(again))[0]).toBe('accepted')
  })

  test('are each decided once when two members of staff decide the same at once, and not again', async () => {
    const ids = await makeIncident(20)
    const items = ids.map((id) => ({ id, decision: 'refund' }))
    const answers = await Promise.all([decide(items), decide(items.toReversed(), { who: other })])
    const done = answers.flatMap(({ body }) => body.results.filter(({ result }) => result === 'done'))
    expect(done.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(answers[0].body.totals.refund.orders + answers[1].body.totals.refund.orders).toBe(20)
    expect((await decide(items)).body.totals).toMatchObject({ refund: { orders: 0 }, refused: 20 })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100'))
    const { rows } = await bench.ctx.pool.query(
      `select subject_id, reason from audit_log where action = 'order.refund' and subject_id = any ($1)`,
      [ids],
    )
    expect(rows).toHaveLength(20)
    expect(rows[0]).toMatchObject({ reason: 'an outage' })
  })

  test('interrupted in between: those before are decided, the others wait, and a retry does the rest', async () => {
    const ids = await makeIncident(3)
    let begun = 0
    const db = new Proxy(bench.ctx.db, {
      get(target, name) {
        if (name === 'transaction' && (begun += 1) > 1) throw new Error('the process ended here')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const by = { actorId: admin.id, address: '127.0.0.1' }
    const items = ids.map((id) => ({ id, decision: 'not_taken' as const }))
    const staff = { role: 'admin', permissions: null } as const
    const asked = { items, staff, by, reason: 'an outage', isDryRun: false }
    await expect(decideMany({ ...bench.ctx, db }, asked)).rejects.toThrow('ended here')
    const states = async () => Promise.all(ids.map(async (id) => (await bench.orderOf(BigInt(id))).dispatch))
    expect(await states()).toEqual(['queued', 'review', 'review'])
    const { results } = await decideMany(bench.ctx, asked)
    expect(results.map(({ result }) => result)).toEqual(['refused', 'done', 'done'])
    expect(await states()).toEqual(['queued', 'queued', 'queued'])
  })

  test('are a list of at most 500 items with a decision each, for admins only', async () => {
    const item = { id: 1, decision: 'refund' }
    const many = Array.from({ length: 501 }, () => item)
    for (const items of [[], many, [{ id: 1, decision: 'exists' }], [{ id: 1, decision: 'guess' }]])
      expect((await decide(items)).status).toBe(422)
    const body = { items: [item], reason: '', dry_run: false }
    expect((await bench.app.call(decideOrders, { token: admin.token, body })).status).toBe(422)
    expect((await decide([item], { who: bench.user })).status).toBe(403)
    expect((await bench.app.call(listIncidents, { token: bench.user.token })).status).toBe(403)
    expect((await bench.app.call(listIncidents)).status).toBe(401)
  })
})

describe('incidents', () => {
  test('group reviews by provider, error and time range, with counts and sums', async () => {
    const ids = await makeIncident(3, 1)
    await bench.panel.fault('html')
    const odd = Number(await bench.place())
    await bench.dispatch()
    await bench.letTimePass(BigInt(odd))
    const own = (await incidents()).filter(({ provider }) => provider.id === bench.panel.provider.id)
    expect(own.map(({ order_ids }) => order_ids)).toEqual([[odd], [ids[1], ids[2]], [ids[0]]])
    expect(own[1]).toMatchObject({
      review_code: 'sending_unknown',
      reason: { code: 'http_status', details: { http_status: 500 } },
      orders: 2,
      cost: usd('0.18'),
      price: usd('0.24'),
    })
    expect(own[2]?.reason).toEqual(own[1]?.reason)
    await decide([...ids, odd].map((id) => ({ id, decision: 'refund' })))
    expect((await incidents()).filter(({ provider }) => provider.id === bench.panel.provider.id)).toEqual([])
  })
})
