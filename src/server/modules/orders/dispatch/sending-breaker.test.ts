import { beforeAll, expect, test } from 'vitest'

import { pauseProvider } from '#contract/providers/provider-actions.ts'
import { resumeProvider } from '#contract/providers/provider-actions.ts'
import { updateProvider } from '#contract/providers/providers.ts'
import { dispatchStateOf } from '#server/modules/orders/state/order-queries.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { makeDispatcher } from './dispatch-orders.ts'

const bench = makeOrderBench()
const soon = { timeout: 10_000, interval: 50 }

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

async function providerNow() {
  return bench.ctx.db
    .selectFrom('providers')
    .select(['sending_failures', 'sending_paused_until', 'sending_unknowns', 'sending_stopped_at'])
    .where('id', '=', bench.panel.provider.id)
    .executeTakeFirstOrThrow()
}

/** As written with the failure: the time left by now depends on the load of the machine. */
async function pauseSeconds() {
  const { rows } = await bench.ctx.pool.query<{ seconds: number }>(
    'select round(extract(epoch from sending_paused_until - sending_failed_at))::int as seconds from providers where id = $1',
    [bench.panel.provider.id],
  )
  return rows[0]?.seconds
}

async function placeMany(count: number): Promise<bigint[]> {
  bench.use({ user: await makeUser(bench.ctx, { balance: '1000' }) })
  return Promise.all(Array.from({ length: count }, () => bench.place()))
}

async function countStates(ids: readonly bigint[], wanted: string): Promise<number> {
  const rows = await bench.ctx.db
    .selectFrom('orders')
    .select(dispatchStateOf())
    .where('id', 'in', ids)
    .execute()
  return rows.filter(({ dispatch }) => dispatch === wanted).length
}

/** Lets time pass: queued orders are due again, and a pause may end. */
async function letPauseEnd() {
  await bench.ctx.db
    .updateTable('providers')
    .set({ sending_paused_until: new Date(0) })
    .where('id', '=', bench.panel.provider.id)
    .where('sending_paused_until', 'is not', null)
    .execute()
}

test('an outage of any length leaves no more unknown than the concurrent calls and five, until staff resume', async () => {
  const ids = await placeMany(30)
  await bench.panel.fault('error_500_after', { times: 1000 })
  for (let round = 0; round < 12; round += 1) {
    await bench.dispatch()
    await letPauseEnd()
  }
  const unknown = await countStates(ids, 'unknown')
  expect(unknown).toBeGreaterThan(5)
  expect(unknown).toBeLessThanOrEqual(6 + 5)
  expect(await providerNow()).toMatchObject({
    sending_unknowns: 5,
    sending_stopped_at: expect.any(Date),
  })

  await bench.panel.calm()
  const [id, token] = [bench.panel.provider.id, admin.token]
  const resumed = await bench.app.call(resumeProvider, { token, params: { id } })
  expect(resumed.body).toMatchObject({ provider: { health: { state: 'healthy' } } })
  const sendAll = async () => (await bench.dispatch(), countStates(ids, 'queued'))
  await expect.poll(sendAll, soon).toBe(0)
  expect(await countStates(ids, 'unknown')).toBe(unknown)
})

test('concurrent failures count once; then two at a time are sent, and an answer ends that', async () => {
  const ids = await placeMany(12)
  await bench.panel.fault('error_500_after', { times: 6 })
  const dispatcher = makeDispatcher(bench.ctx)
  const sender = dispatcher.senderOf(bench.panel.provider.id)
  await sender.round()
  await expect.poll(async () => (await countStates(ids, 'unknown')) === 6, soon).toBe(true)
  await expect.poll(async () => (await providerNow()).sending_failures, soon).toBe(1)
  expect(await providerNow()).toMatchObject({ sending_unknowns: 1, sending_paused_until: null })
  const roundUntilTaken = async (count: number) => {
    await expect
      .poll(async () => (await sender.round(), await countStates(ids, 'accepted')), soon)
      .toBeGreaterThanOrEqual(count)
  }
  await bench.panel.fault('accept_late_reply', { times: 2, delay_ms: 2_000 })
  for (let times = 0; times < 3; times += 1) await sender.round()
  expect(await countStates(ids, 'sending')).toBe(2)
  await roundUntilTaken(3)
  expect(await providerNow()).toMatchObject({ sending_failures: 0, sending_unknowns: 0 })
  await dispatcher.stop()
})

test('a call that hangs uses its own place: others continue, also after another failure', async () => {
  const ids = await placeMany(30)
  await bench.panel.fault('accept_no_reply', { times: 3 })
  await bench.panel.fault('error_500_after', { times: 1 })
  const dispatcher = makeDispatcher(bench.ctx)
  const sender = dispatcher.senderOf(bench.panel.provider.id)
  // Not the 60 s that a call may take.
  const sendAll = async () => (await sender.round(), await countStates(ids, 'accepted'))
  await expect.poll(sendAll, { timeout: 30_000, interval: 20 }).toBe(26)
  expect([await countStates(ids, 'sending'), await countStates(ids, 'unknown')]).toEqual([3, 1])
  await dispatcher.stop({ graceMs: 100 })
}, 60_000)

test('unanswered orders count as lost long before their timeout: no more than the concurrent calls and five', async () => {
  const ids = await placeMany(30)
  await bench.panel.fault('accept_no_reply', { times: 1000 })
  const dispatcher = makeDispatcher(bench.ctx, { silentMsMin: 100 })
  const sender = dispatcher.senderOf(bench.panel.provider.id)
  const stoppedAt = async () => {
    await letPauseEnd()
    await sender.round()
    return (await providerNow()).sending_stopped_at
  }
  await expect.poll(stoppedAt, { timeout: 45_000, interval: 50 }).toEqual(expect.any(Date))
  expect(await providerNow()).toMatchObject({ sending_unknowns: 5 })
  const taken = (await bench.panel.adds()).length
  expect(taken).toBeGreaterThan(5)
  expect(taken).toBeLessThanOrEqual(6 + 5)
  expect(await countStates(ids, 'sending')).toBe(taken)
  await dispatcher.stop({ graceMs: 100 })
}, 90_000)

test('an answer after a long silence counts as one, and ends the restriction', async () => {
  const [id] = await placeMany(1)
  await bench.panel.fault('accept_late_reply', { delay_ms: 1_500 })
  const dispatcher = makeDispatcher(bench.ctx, { silentMsMin: 100 })
  await dispatcher.senderOf(bench.panel.provider.id).round()
  const silent = { sending_failures: 1, sending_unknowns: 1 }
  await expect.poll(providerNow, soon).toMatchObject(silent)
  await expect.poll(providerNow, soon).toMatchObject({ sending_failures: 0, sending_unknowns: 0 })
  expect(await countStates([id ?? 0n], 'accepted')).toBe(1)
  await dispatcher.stop()
})

test('the third unknown in a row pauses for seconds, and only a successful balance call ends that', async () => {
  const [first, second, third] = await placeMany(3)
  await bench.ctx.db
    .updateTable('providers')
    .set({ sending_failures: 2, sending_failed_at: new Date(0) })
    .where('id', '=', bench.panel.provider.id)
    .execute()
  await bench.panel.fault('error_500_after', { times: 1 })
  await bench.dispatch()
  expect(await pauseSeconds()).toBe(5)
  expect(await countStates([first ?? 0n, second ?? 0n, third ?? 0n], 'unknown')).toBe(1)

  await bench.panel.fault('error_500_after', { action: 'balance', times: 1 })
  await letPauseEnd()
  await bench.dispatch()
  expect((await providerNow()).sending_paused_until?.getTime()).toBeGreaterThan(Date.now() + 1_000)
  expect(await countStates([first ?? 0n, second ?? 0n, third ?? 0n], 'queued')).toBe(2)

  await letPauseEnd()
  const sendAll = async () => (await bench.dispatch(), (await bench.panel.adds()).length)
  await expect.poll(sendAll, soon).toBe(3)
  expect(await providerNow()).toMatchObject({ sending_failures: 0, sending_paused_until: null })
})

test('refusals in the protocol and our own failures are no outage', async () => {
  await bench.panel.settings({ balance: '0' })
  await placeMany(8)
  await bench.dispatch()
  await bench.ctx.db
    .updateTable('providers')
    .set({ key_ciphertext: Buffer.from('not sealed by us') })
    .where('id', '=', bench.panel.provider.id)
    .execute()
  const ids = await placeMany(20)
  for (let round = 0; round < 3; round += 1) await bench.dispatch()
  expect(await countStates(ids, 'queued')).toBe(20)
  expect(await providerNow()).toMatchObject({ sending_failures: 0, sending_unknowns: 0 })
})

const future = new Date('2100-01-01')
const obstacles: { name: string; set: (id: number) => Promise<unknown> }[] = [
  {
    name: 'paused by staff',
    set: (id) => bench.app.call(pauseProvider, { token: admin.token, params: { id } }),
  },
  {
    name: 'stopped after unknown outcomes',
    set: (id) => setProvider(id, { sending_stopped_at: new Date() }),
  },
  { name: 'backing off after errors', set: (id) => setProvider(id, { sending_paused_until: future }) },
  { name: 'switched off', set: (id) => setProvider(id, { is_enabled: false }) },
]
const setProvider = (
  id: number,
  values: { sending_stopped_at?: Date; sending_paused_until?: Date; is_enabled?: boolean },
) => bench.ctx.db.updateTable('providers').set(values).where('id', '=', id).execute()

test.for(obstacles)(
  'what was queued before a provider is $name waits until it is resumed',
  async ({ set }) => {
    const ids = await placeMany(3)
    const { id } = bench.panel.provider
    await set(id)
    const dispatcher = makeDispatcher(bench.ctx)
    const rounds = async () => {
      for (let round = 0; round < 3; round += 1) await dispatcher.senderOf(id).round()
    }
    await rounds()
    expect(await countStates(ids, 'queued')).toBe(3)
    const asked = { token: admin.token, params: { id } }
    await bench.app.call(updateProvider, { ...asked, body: { is_enabled: true } })
    await bench.app.call(resumeProvider, asked)
    await expect.poll(async () => (await rounds(), countStates(ids, 'accepted')), soon).toBe(3)
    await dispatcher.stop()
    expect((await bench.panel.adds()).length).toBe(3)
  },
)
