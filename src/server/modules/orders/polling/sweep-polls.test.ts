import { expect, test } from 'vitest'

import { refillOrder } from '#contract/orders/orders.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { sweepPolls } from './sweep-polls.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const forget = (id: bigint) => bench.ctx.db.deleteFrom('poll_queue').where('order_id', '=', id).execute()

test('missing queue entries are added, once, and nothing else is', async () => {
  const { id: pending } = await bench.placeAccepted()
  const { id: processing, there } = await bench.placeAt('In progress')
  const { id: over } = await bench.placeAt('Completed')
  const kept = await bench.checkOf((await bench.placeAccepted()).id)
  const queued = await bench.place()
  expect(await sweepPolls(bench.ctx)).toBe(0)
  for (const id of [pending, processing]) await forget(id)
  expect(await sweepPolls(bench.ctx)).toBe(2)
  expect(await sweepPolls(bench.ctx)).toBe(0)
  for (const id of [pending, processing])
    expect(await bench.checkOf(id)).toMatchObject({ provider_id: bench.panel.provider.id })
  for (const id of [over, queued]) expect(await bench.checkOf(id)).toBeUndefined()
  expect(await bench.checkOf(kept?.order_id ?? 0n)).toEqual(kept)
  await bench.panel.move(there, { status: 'Completed' })
  await bench.ask()
  expect(await bench.orderOf(processing)).toMatchObject({ status: 'COMPLETED' })
})

test('an open refill is added again with its own time', async () => {
  const { id } = await bench.placeAt('Completed')
  const { status } = await bench.app.call(refillOrder, { token: bench.user.token, params: { id } })
  expect(status).toBe(200)
  await forget(id)
  expect(await sweepPolls(bench.ctx)).toBe(1)
  const pending = await bench.checkOf(id, 'refill')
  expect(pending?.provider_ref).not.toBeNull()
  // By the database's clock.
  expect(pending?.due_at.getTime()).toBeLessThan(Date.now() + 60_000)

  // An unknown refill blocks another one for a day.
  await bench.ctx.db.updateTable('refills').set({ state: 'unknown' }).where('order_id', '=', id).execute()
  await forget(id)
  expect(await sweepPolls(bench.ctx)).toBe(1)
  const unknown = await bench.checkOf(id, 'refill')
  expect(unknown?.provider_ref).toBeNull()
  expect(unknown?.due_at.getTime()).toBeGreaterThan(Date.now() + 80_000_000)
})
