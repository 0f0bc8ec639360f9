import { describe, expect, test } from 'vitest'

import { listNotifications } from '#contract/messaging/notifications.ts'
import { decideRetry } from '#server/modules/orders/admin/decide-order.ts'
import { releaseOrder } from '#server/modules/orders/admin/release-order.ts'
import { ordersJobs } from '#server/modules/orders/orders-jobs.ts'
import { makeUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { chargeQueue } from './read-charges.ts'

const bench = makeOrderBench({ rate: '1.2', min: 1 })

/** The known cost per 1,000 at the provider. */
async function cost(): Promise<number> {
  const { rows } = await bench.ctx.pool.query('select cost_rate from supplies where service_id = $1', [
    bench.service.id,
  ])
  return Number(rows[0].cost_rate) / 1e8
}

async function isSold(): Promise<boolean> {
  return bench.place({ quantity: 10 }).then(
    () => true,
    () => false,
  )
}

async function changes() {
  const { rows } = await bench.ctx.pool.query(
    'select kind, after, outcome, order_id is not null as of_order from provider_changes where provider_id = $1 order by id',
    [bench.panel.provider.id],
  )
  return rows
}

async function chargeOf(charge: string, quantity = 1000) {
  const { id, there } = await bench.placeAccepted({ quantity })
  await bench.panel.move(there, { status: 'In progress', charge })
  await bench.sync(id)
  return { id, there }
}

test('after two orders that were charged above the price no other is sold at a loss, and staff are notified', async () => {
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  await chargeOf('1.50')
  await chargeQueue.workDue(bench.ctx)
  expect(await cost()).toBe(0.9)
  expect(await isSold()).toBe(true)
  await chargeOf('1.50')
  await chargeQueue.workDue(bench.ctx)
  expect(await cost()).toBe(1.5)
  expect(await isSold()).toBe(false)
  const { body } = await bench.app.call(listNotifications, { token: admin.token })
  expect(body).toMatchObject([{ code: 'provider_services_held' }])
  expect(await changes()).toEqual([
    { kind: 'price_up', after: '1.5', outcome: null, of_order: true },
    { kind: 'price_up', after: '1.5', outcome: 'held', of_order: true },
  ])
})

test('a stored charge is processed after the process died in between, by any other', async () => {
  await chargeOf('1.50')
  await chargeOf('1.50')
  expect(await cost()).toBe(0.9)
  const jobs = ordersJobs((await bench.app.another()).ctx)
  try {
    await expect.poll(cost, { timeout: 30_000 }).toBe(1.5)
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
  }
})

test('of two charges that may be the same one rounded the lower is the cost', async () => {
  const [exact, rounded, again] = [
    await bench.placeAccepted(),
    await bench.placeAccepted(),
    await bench.placeAccepted(),
  ]
  for (const [{ id, there }, charge, expected] of [
    [exact, '0.995', 0.9],
    [rounded, '1', 0.995],
    [again, '1', 0.995],
  ] as const) {
    await bench.panel.move(there, { status: 'In progress', charge })
    await bench.sync(id)
    await chargeQueue.workDue(bench.ctx)
    expect(await cost()).toBe(expected)
  }
})

test.each([
  ['0.90', 1000, 0.9],
  // Rounded up to a cent, it equals the known cost.
  ['0.10', 109, 0.9],
  ['0.91', 1000, 0.9],
  ['0.5', 1000, 0.9],
  // A hundredth of a cent is significant.
  ['0.0099', 10, 0.99],
  ['1', 1000, 1],
])('charges of %s for %d make the cost %d', async (charge, quantity, expected) => {
  await chargeOf(charge, quantity)
  await chargeOf(charge, quantity)
  await chargeQueue.workDue(bench.ctx)
  expect(await cost()).toBe(expected)
})

describe('the charge of another order, reported under a wrong id', () => {
  const rate = async () =>
    (await bench.ctx.pool.query('select rate from services where id = $1', [bench.service.id])).rows[0].rate
  const follow = () =>
    bench.ctx.pool.query("update providers set sync_policy = 'follow' where id = $1", [
      bench.panel.provider.id,
    ])
  const by = async () => ({ actorId: (await makeUser(bench.ctx, { role: 'admin' })).id, address: '::1' })

  test('changes neither cost nor price, however high it is, and correct ones are still processed', async () => {
    await follow()
    const before = await rate()
    await chargeOf('1500')
    await chargeQueue.workDue(bench.ctx)
    expect([await cost(), await rate(), await isSold()]).toEqual([0.9, before, true])
    await chargeOf('0.90')
    await chargeOf('1.10')
    await chargeQueue.workDue(bench.ctx)
    // It differs from the wrong one and confirms nothing.
    expect(await cost()).toBe(0.9)
    await chargeOf('1.11')
    await chargeQueue.workDue(bench.ctx)
    expect(await cost()).toBe(1.1)
  })

  test('of two orders makes a price that follows, and releasing one of them reverts both', async () => {
    await follow()
    const before = await rate()
    const wrong = await chargeOf('3')
    await chargeOf('3')
    await chargeQueue.workDue(bench.ctx)
    expect(await cost()).toBe(3)
    expect(await rate()).toBeGreaterThan(before)
    await releaseOrder(
      bench.ctx,
      { userId: bench.user.id, id: wrong.id, by: await by(), reason: 'r' },
      undefined,
    )
    expect([await cost(), await rate(), await isSold()]).toEqual([0.9, before, true])
    expect((await changes()).at(-1)).toMatchObject({ kind: 'price_down', outcome: 'repriced' })
    // The other one alone is still not trusted.
    await chargeQueue.workDue(bench.ctx)
    expect(await cost()).toBe(0.9)
  })

  test('is dropped with its release: no later order confirms it', async () => {
    const wrong = await chargeOf('3')
    await chargeQueue.workDue(bench.ctx)
    await releaseOrder(
      bench.ctx,
      { userId: bench.user.id, id: wrong.id, by: await by(), reason: 'r' },
      undefined,
    )
    await decideRetry(bench.ctx, { userId: bench.user.id, id: wrong.id, by: await by(), reason: 'r' })
    await chargeOf('3')
    await chargeQueue.workDue(bench.ctx)
    expect(await cost()).toBe(0.9)
  })

  test('of two orders at many times the cost holds the provider, and the release of one ends that', async () => {
    const { id: providerId } = bench.panel.provider
    const held = async () =>
      (await bench.ctx.pool.query('select charge_hold from providers where id = $1', [providerId])).rows[0]
        .charge_hold
    const wrong = await chargeOf('90')
    await chargeOf('90')
    await chargeQueue.workDue(bench.ctx)
    expect(await held()).toMatchObject({ expected: '0.9', charged: '90' })
    expect([await cost(), await isSold()]).toEqual([0.9, false])
    await releaseOrder(
      bench.ctx,
      { userId: bench.user.id, id: wrong.id, by: await by(), reason: 'r' },
      undefined,
    )
    expect(await held()).toBeNull()
    expect(await isSold()).toBe(true)
  })
})

test('a charge that cannot be read blocks no other, and stays', async () => {
  const { id } = await chargeOf('1.50')
  await bench.ctx.pool.query(
    `insert into observed_charges (user_id, order_id, supply_id, charge, seen_at)
     select user_id, order_id, supply_id, 9, now() - interval '1 hour' from observed_charges where order_id = $1
     on conflict (user_id, order_id) do update set seen_at = excluded.seen_at`,
    [id],
  )
  const other = await chargeOf('1.60')
  await bench.app.database.pool.query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`)
  await bench.app.database.pool.query(
    `create trigger refuse_one before update of read_at on observed_charges for each row when (old.order_id = ${id})
     execute function refuse_one()`,
  )
  await chargeQueue.workDue(bench.ctx)
  const { rows } = await bench.ctx.pool.query('select order_id from observed_charges where fault is not null')
  expect(rows).toEqual([{ order_id: id }])
  expect(other.id).not.toBe(id)
  await bench.app.database.pool.query('drop function refuse_one cascade')
})
