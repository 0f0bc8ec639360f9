import { expect, test } from 'vitest'

import { listNotifications } from '#contract/notifications.ts'
import { ordersJobs } from '#server/orders/orders-jobs.ts'
import { makeUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { readCharges } from './read-charges.ts'

const bench = makeOrderBench({ rate: '1.2', min: 1 })

/** What 1000 cost at the provider, as we know it. */
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

async function chargeOf(charge: string, quantity = 1000) {
  const { id, there } = await bench.placeAccepted({ quantity })
  await bench.panel.move(there, { status: 'In progress', charge })
  await bench.sync(id)
  return { id, there }
}

test('an order that was charged above the price sells no other at a loss, and staff are told', async () => {
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  await chargeOf('1.50')
  await readCharges(bench.ctx)
  expect(await cost()).toBe(1.5)
  expect(await isSold()).toBe(false)
  const { body } = await bench.app.call(listNotifications, { token: admin.token })
  expect(body).toMatchObject([{ code: 'provider_services_held' }])
  const { rows } = await bench.ctx.pool.query(
    'select kind, after, outcome, order_id is not null as of_order from provider_changes where provider_id = $1',
    [bench.panel.provider.id],
  )
  expect(rows).toEqual([{ kind: 'price_up', after: '1.5', outcome: 'held', of_order: true }])
})

test('a charge that landed is read after the process ended in between, by whichever comes next', async () => {
  await chargeOf('1.50')
  expect(await cost()).toBe(0.9)
  const jobs = ordersJobs((await bench.app.another()).ctx)
  try {
    await expect.poll(cost, { timeout: 30_000 }).toBe(1.5)
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
  }
})

test('of two charges that may be the same one rounded the first stays the cost', async () => {
  const [exact, rounded] = [await bench.placeAccepted(), await bench.placeAccepted()]
  for (const [{ id, there }, charge] of [
    [exact, '0.995'],
    [rounded, '1'],
  ] as const) {
    await bench.panel.move(there, { status: 'In progress', charge })
    await bench.sync(id)
    await readCharges(bench.ctx)
    expect(await cost()).toBe(0.995)
  }
})

test.each([
  ['0.90', 1000, 0.9],
  // Rounded up to a cent, it was what we know.
  ['0.10', 109, 0.9],
  ['0.91', 1000, 0.9],
  ['0.5', 1000, 0.9],
  // A hundredth of a cent is told for a reason.
  ['0.0099', 10, 0.99],
  ['1', 1000, 1],
])('a charge of %s for %d makes the cost %d', async (charge, quantity, expected) => {
  await chargeOf(charge, quantity)
  await readCharges(bench.ctx)
  expect(await cost()).toBe(expected)
})

test('a charge that can not be read holds up no other, and stays', async () => {
  const { id } = await chargeOf('1.50')
  await bench.ctx.pool.query(
    `insert into dearer_charges (user_id, order_id, charge, seen_at)
     select user_id, order_id, 9, now() - interval '1 hour' from dearer_charges where order_id = $1
     on conflict (user_id, order_id) do update set seen_at = excluded.seen_at`,
    [id],
  )
  const other = await chargeOf('1.60')
  await bench.app.database.pool.query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`)
  await bench.app.database.pool.query(
    `create trigger refuse_one before delete on dearer_charges for each row when (old.order_id = ${id})
     execute function refuse_one()`,
  )
  await expect(readCharges(bench.ctx)).rejects.toThrow('refused')
  const { rows } = await bench.ctx.pool.query('select order_id from dearer_charges')
  expect(rows).toEqual([{ order_id: id }])
  expect(other.id).not.toBe(id)
  await bench.app.database.pool.query('drop function refuse_one cascade')
})
