import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import * as desk from '#contract/providers/provider-actions.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import * as contract from '#contract/providers/providers.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { lockSyncedSupplies, syncSupplies } from './sync-supplies.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { startWorker } from '#server/worker.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { writeCounted } from '#server/modules/providers/pacing/count-calls.ts'
import { deleteOldChanges } from './provider-changes.ts'

import { doubtList, toOffer } from './compare-lists.ts'

// Longer than most: everything a price list may change, with one provider whose list each test writes.

let app: TestApp
let admin: TestUser
let customer: TestUser
let panel: TestPanel

beforeAll(async () => {
  app = await makeTestApp()
  customer = await makeUser(app.ctx, { balance: '1000' })
})
afterAll(() => app.drop())
// Earlier staff are notified too, so each test has its own.
beforeEach(async () => {
  await app.ctx.pool.query("update users set role = 'user', permissions = null where role = 'admin'")
  admin = await makeUser(app.ctx, { role: 'admin' })
  panel = await startPanel(app.ctx)
  return () => panel.stop()
})

const as = (body?: unknown) => ({ token: admin.token, params: { id: panel.provider.id }, body })
const sync = async (body: { accept?: boolean } = {}) => (await app.call(desk.syncProvider, as(body))).body
const set = (body: Record<string, unknown>) => app.call(contract.updateProvider, as(body))
const place = async (serviceId: number, quantity = 1000) => {
  const body = { service_id: serviceId, link: 'https://example.com/a', quantity }
  const { status, body: said } = await app.call(createOrder, { token: customer.token, body })
  return status === 201 ? 'placed' : said.code
}
/** Imported under that id at the current cost plus 30 percent. */
async function supply(
  service: string,
  own: { rate?: string; min?: number; max?: number; type?: 'Custom Comments' } = {},
) {
  const { id } = await makeService(app.ctx, {
    rate: '1.17',
    min: 1,
    max: 1_000_000,
    ...own,
    supply: { providerId: panel.provider.id, service },
  })
  await app.ctx.pool.query(
    'update supplies set cost_own = 0.9, markup_basis_points = 3000 where service_id = $1',
    [id],
  )
  return id
}
const rateOf = async (id: number) => {
  const { rows } = await app.ctx.pool.query('select rate, min, max from services where id = $1', [id])
  return rows[0]
}
const changes = async (query: Record<string, string> = {}) =>
  (await app.call(desk.listProviderChanges, { ...as(), query })).body.changes
const toldTo = async (user: TestUser) =>
  (await app.call(listNotifications, { token: user.token })).body.map(({ code, details }) => ({
    code,
    details,
  }))
const actions = async () => {
  const { rows } = await app.ctx.pool.query(
    'select action from audit_log where subject_id = $1 order by number',
    [panel.provider.id],
  )
  return rows.map(({ action }) => action)
}

test('a service that costs more than its rate cannot be ordered once the list is read, staff are notified, and one click reprices it', async () => {
  const [service, other] = [await supply('1'), await supply('2')]
  const seller = await makeUser(app.ctx, { role: 'admin', permissions: ['providers'] })
  const helper = await makeUser(app.ctx, { role: 'admin', permissions: ['support'] })
  await sync()
  expect(await place(service)).toBe('placed')
  await panel.change(1, { rate: '1.50' })
  const { synced } = await sync()
  expect(synced).toMatchObject({ price_up: 1, held: 1, repriced: 0 })
  expect(await place(service)).toBe('service_unavailable')
  expect(await place(other)).toBe('placed')
  const told = {
    code: 'provider_services_held',
    details: expect.objectContaining({ provider_id: panel.provider.id, services: 1 }),
  }
  expect(await toldTo(admin)).toEqual([told])
  expect(await toldTo(seller)).toEqual([told])
  expect(await toldTo(helper)).toEqual([])
  expect(await toldTo(customer)).toEqual([])
  expect(await changes()).toEqual([
    expect.objectContaining({
      kind: 'price_up',
      service: '1',
      service_id: service,
      before: '0.9',
      after: '1.5',
      outcome: 'held',
    }),
  ])
  // Reading the same list again changes nothing.
  expect((await sync()).synced).toMatchObject({ price_up: 0, held: 0 })
  expect(await toldTo(admin)).toHaveLength(1)
  expect((await app.call(desk.getProvider, as())).body.provider).toMatchObject({ below_cost: 1 })

  const dry = await app.call(desk.repriceProvider, as({ dry_run: true }))
  expect(dry.json['repricing']).toMatchObject({
    services: 1,
    examples: [{ service_id: service, cost_after: 1.5, rate_before: 1.17, rate_after: 1.95 }],
  })
  expect(await place(service)).toBe('service_unavailable')
  const stale = await app.call(desk.repriceProvider, as({ confirm: 'another seal' }))
  expect(stale.body.code).toBe('state_conflict')
  await app.call(desk.repriceProvider, as({ confirm: dry.body.repricing.seal }))
  expect((await rateOf(service)).rate).toBe(195_000_000n)
  expect((await rateOf(other)).rate).toBe(117_000_000n)
  expect(await place(service)).toBe('placed')
  expect(await actions()).toEqual(['provider.sync', 'provider.sync', 'provider.sync', 'provider.reprice'])
})

test('with `follow` a calculated price follows the cost up and down, one set by hand is only raised out of a loss', async () => {
  const [followed, byHand, dear] = [
    await supply('1'),
    await supply('2', { rate: '1' }),
    await supply('4', { rate: '9', type: 'Custom Comments' }),
  ]
  await set({ sync_policy: 'follow' })
  for (const one of [1, 2, 4]) await panel.change(one, { rate: '2' })
  expect((await sync()).synced).toMatchObject({ held: 0, repriced: 2 })
  expect((await rateOf(followed)).rate).toBe(260_000_000n)
  expect((await rateOf(byHand)).rate).toBe(260_000_000n)
  expect((await rateOf(dear)).rate).toBe(900_000_000n)
  expect(await place(followed)).toBe('placed')
  await panel.change(1, { rate: '1' })
  await sync()
  expect((await rateOf(followed)).rate).toBe(130_000_000n)
  expect(await toldTo(admin)).toEqual([])
  expect(await changes({ kind: 'price_down' })).toMatchObject([
    { before: '2', after: '1', outcome: 'repriced' },
  ])
})

test('a supply that is gone or has another type is switched off, and switched on again when it is back', async () => {
  const [gone, retyped] = [await supply('1'), await supply('2')]
  await sync()
  await panel.change(1, { gone: true })
  await panel.change(2, { type: 'Poll' })
  expect((await sync()).synced).toMatchObject({ gone: 1, type: 1 })
  expect(await place(gone)).toBe('service_unavailable')
  expect(await place(retyped)).toBe('service_unavailable')
  expect(await toldTo(admin)).toMatchObject([{ code: 'provider_services_off', details: { services: 2 } }])
  expect(await changes({ search: '1' })).toMatchObject([{ kind: 'gone', outcome: 'off' }])
  await panel.change(2, { type: 'Default' })
  await sync()
  expect(await place(retyped)).toBe('placed')
})

test('a supply that staff switched off stays off whatever the list has', async () => {
  const service = await supply('1')
  await app.ctx.pool.query('update supplies set is_active = false where service_id = $1', [service])
  await sync()
  expect(await place(service)).toBe('service_unavailable')
})

test("min and max follow the provider's, and stay where staff changed them", async () => {
  const [own, narrowed] = [await supply('1'), await supply('2', { max: 5000 })]
  await sync()
  for (const one of [1, 2]) await panel.change(one, { min: '50', max: '20000', name: 'Renamed' })
  expect((await sync()).synced).toMatchObject({ min: 2, max: 2, name: 2 })
  expect(await rateOf(own)).toMatchObject({ min: 50, max: 20_000 })
  expect(await rateOf(narrowed)).toMatchObject({ min: 50, max: 5000 })
})

test.each([
  ['half_missing', async () => Promise.all([2, 3].map((one) => panel.change(one, { gone: true })))],
  ['empty', async () => Promise.all([1, 2, 3, 4].map((one) => panel.change(one, { gone: true })))],
  ['not_read', () => panel.fault('broken_json', { action: 'services', times: 10 })],
  ['not_read', () => panel.fault('html', { action: 'services', times: 10 })],
  ['currency', () => panel.settings({ quirks: ['other_currency'] })],
] as const)(
  'a list with %s takes nothing off sale: staff are notified once, and it is read again soon',
  async (trouble, spoil) => {
    const [one, two] = [await supply('1'), await supply('2')]
    await sync()
    const before = await rateOf(two)
    await spoil()
    for (let time = 0; time < 2; time += 1) expect((await sync()).trouble).toBe(trouble)
    expect(await toldTo(admin)).toMatchObject([
      { code: 'provider_list_doubted', details: { reason: trouble } },
    ])
    const { provider } = (await app.call(desk.getProvider, as())).body
    expect(provider.sync.trouble).toMatchObject({ code: trouble })
    // Soon, not in hours.
    expect(provider.sync.due_at.getTime()).toBeLessThan(Date.now() + 600_000)
    expect(await rateOf(two)).toEqual(before)
    // With another currency nothing is sold, for a reason other than the list.
    for (const service of [one, two]) expect((await place(service)) === 'placed').toBe(trouble !== 'currency')
    expect(await changes({ kind: 'gone' })).toEqual([])
  },
)

test('a list with most prices many times higher is not believed, one with a single such price is', () => {
  const services = Array.from({ length: 12 }, (_, at) => ({
    service: String(at),
    name: 'Followers',
    category: 'Tests',
    type: 'Default',
    rate: '0.9',
    min: 1,
    max: 1000,
    refill: false,
    cancel: false,
    dripfeed: false,
    description: '',
    averageTime: undefined,
  }))
  const known = new Map(services.map((one) => [one.service, toOffer(one)]))
  const at = (rate: string, count: number) => ({
    services: services.map((one, place) => (place < count ? { ...one, rate } : one)),
    unread: [],
  })
  expect(doubtList(known, at('22000', 12))).toBe('prices')
  expect(doubtList(known, at('0.01', 12))).toBe('prices')
  expect(doubtList(known, at('22000', 1))).toBeUndefined()
  expect(doubtList(known, at('1.8', 12))).toBeUndefined()
})

test('many processes read a due list once, and again only hours later', async () => {
  await supply('1')
  await app.ctx.pool.query("update providers set sync_due_at = now() - interval '1 second' where id = $1", [
    panel.provider.id,
  ])
  const others = await Promise.all([app.another(), app.another()])
  const workers = others.map(({ ctx }) => startWorker(ctx))
  const due = async () => (await app.call(desk.getProvider, as())).body.provider.sync
  try {
    await expect.poll(async () => (await due()).synced_at, { timeout: 60_000 }).toBeInstanceOf(Date)
    expect(await panel.arrivals('services')).toBe(1)
    expect((await due()).due_at.getTime()).toBeGreaterThan(Date.now() + 5 * 3_600_000)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
})

test('staff can accept an implausible list', async () => {
  const [one, two] = [await supply('1'), await supply('2')]
  await sync()
  for (const service of [2, 3]) await panel.change(service, { gone: true })
  expect((await sync()).trouble).toBe('half_missing')
  const { synced, provider } = await sync({ accept: true })
  expect(synced).toMatchObject({ gone: 2 })
  expect(provider.sync.trouble).toBeNull()
  expect(await place(one)).toBe('placed')
  expect(await place(two)).toBe('service_unavailable')
})

test('the change log is read by page and kind, and its oldest entries are deleted', async () => {
  await supply('1')
  await sync()
  for (const rate of ['0.91', '0.92', '0.90']) {
    await panel.change(1, { rate })
    await sync()
  }
  const first = (await app.call(desk.listProviderChanges, { ...as(), query: { limit: '2' } })).body
  expect(first.changes.map(({ kind }) => kind)).toEqual(['price_down', 'price_up'])
  const query = { limit: '2', cursor: first.next_cursor ?? '' }
  const second = (await app.call(desk.listProviderChanges, { ...as(), query })).body
  expect(second.changes).toMatchObject([{ kind: 'price_up', before: '0.9', after: '0.91' }])
  expect(second.next_cursor).toBeNull()
  await app.ctx.pool.query(
    "update provider_changes set created_at = now() - interval '200 days' where kind = 'price_down'",
  )
  await deleteOldChanges(app.ctx)
  expect((await changes()).map(({ kind }) => kind)).toEqual(['price_up', 'price_up'])
})

test('a balance below the threshold is reported once, and again after it was above', async () => {
  await set({ balance_low: '10' })
  for (const [balance, told] of [
    ['50', 0],
    ['9.99', 1],
    ['8', 1],
    ['20', 1],
    ['5', 2],
  ] as const) {
    await panel.settings({ balance })
    await refreshBalance(app.ctx, panel.provider.id)
    expect(await toldTo(admin)).toHaveLength(told)
  }
  const { provider } = (await app.call(desk.getProvider, as())).body
  expect(provider).toMatchObject({ is_balance_low: true, balance_low: '10', balance: '5' })
  expect(provider.balance_usd).toBe(500_000_000n)
})

test('staff pause and resume sending, each with an audit log entry', async () => {
  const paused = await app.call(desk.pauseProvider, as())
  expect(paused.body.provider.health).toMatchObject({ state: 'stopped', stopped_by: 'staff' })
  const resumed = await app.call(desk.resumeProvider, as())
  expect(resumed.body.provider.health).toMatchObject({ state: 'healthy', stopped_by: null })
  expect(await actions()).toEqual(['provider.pause', 'provider.resume'])
})

test('duration and failures of calls are counted', async () => {
  await refreshBalance(app.ctx, panel.provider.id)
  await panel.fault('error_500_before', { action: 'balance' })
  await refreshBalance(app.ctx, panel.provider.id).catch(() => undefined)
  await writeCounted(app.ctx)
  const { provider } = (await app.call(desk.getProvider, as())).body
  expect(provider.calls).toMatchObject({ count: 2, failures: 1 })
  expect(provider.calls.average_ms).toBeGreaterThanOrEqual(0)
})

test('a connection test is stored and shown again; one of an account that is not saved stores nothing', async () => {
  expect((await app.call(desk.getProvider, as())).body.lines).toBeNull()
  const { lines } = (await app.call(contract.checkProvider, as())).body
  const shown = (await app.call(desk.getProvider, as())).body
  expect(shown.lines).toEqual(lines)
  expect(shown.provider.examined_at).toBeInstanceOf(Date)
  const body = { api_url: 'http://10.1.2.3/api/v2', key: 'k' }
  expect(await app.call(desk.tryProvider, { token: admin.token, body })).toMatchObject({
    status: 422,
    body: { code: 'url_refused' },
  })
})

test('a price that staff set while a list is applied stays, and is not reported as recalculated', async () => {
  const service = await supply('1')
  await app.ctx.pool.query('update supplies set cost_own = 0.5 where service_id = $1', [service])
  const offer = { type: 'Default', cost: '900', min: 1, max: 1_000_000 }
  const terms = { usdPerUnit: '1', policy: 'follow', now: new Date() } as const
  const outcomes = await transact(app.ctx, async (tx) => {
    const supplies = await lockSyncedSupplies(tx, panel.provider.id)
    await app.ctx.pool.query('update services set rate = $1 where id = $2', [usd('950'), service])
    return syncSupplies(tx, supplies, { ...terms, offerOf: () => ({ now: offer, before: offer }) })
  })
  const { rows } = await app.ctx.pool.query('select rate from services where id = $1', [service])
  expect(rows).toEqual([{ rate: usd('950') }])
  expect([...outcomes.values()]).not.toContain('repriced')
})

test('a supply that staff switch off while a list is applied stays off', async () => {
  const service = await supply('1')
  const offer = { type: 'Default', cost: '0.9', min: 1, max: 1_000_000 }
  const terms = { usdPerUnit: '1', policy: 'hold', now: new Date() } as const
  await transact(app.ctx, async (tx) => {
    const supplies = await lockSyncedSupplies(tx, panel.provider.id)
    await app.ctx.pool.query('update supplies set is_active = false where service_id = $1', [service])
    await syncSupplies(tx, supplies, { ...terms, offerOf: () => ({ now: offer, before: offer }) })
  })
  expect(await place(service)).toBe('service_unavailable')
})
