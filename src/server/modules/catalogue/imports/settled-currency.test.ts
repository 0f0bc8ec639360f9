import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import { updateService } from '#contract/catalogue/admin-services.ts'
import { importServices, previewImport } from '#contract/catalogue/imports.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { syncProvider } from '#contract/providers/provider-actions.ts'
import { checkProvider, updateProvider } from '#contract/providers/providers.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser, usd } from '#test/factories.ts'

// Longer than most: a provider whose balance turns out to be in another currency, from discovery to the new prices.

/** Three services that cost 0.9, 84.5 and 0.0575 in the provider's currency. */
const catalogue = ['0.9', '84.5', '0.0575'].map((rate, index) => ({
  service: index + 1,
  name: `Instagram Likes ${index + 1}`,
  type: 'Default',
  category: 'Instagram | Likes',
  rate,
  min: '10',
  max: '1000',
}))

let app: TestApp
let token: string
let sandbox: SandboxProvider
let id: number

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin', balance: '100' })).token
  sandbox = await startSandboxProvider({ catalogue })
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  await sandbox.stop()
})
beforeEach(async () => {
  await quirk()
  const { pool } = app.ctx
  await pool.query('delete from dispatch_queue')
  await pool.query('update providers set is_enabled = false')
  await pool.query('update services set deleted_at = now(), is_active = false')
  id = (await makeProvider(app.ctx, sandbox)).id
})

const quirk = (...quirks: string[]) => control(sandbox.url, 'settings', { quirks })
const take = () =>
  app.call(importServices, { token, body: { provider: id, serviceIds: [1, 2, 3], markupPercentage: 30 } })
const check = () => app.call(checkProvider, { token, params: { id } })
const change = (body: Record<string, unknown>) => app.call(updateProvider, { token, params: { id }, body })
const order = (service_id: number) =>
  app.call(createOrder, { token, body: { service_id, link: 'https://example.com/a', quantity: 100 } })

type Stored = { service_id: number; cost: bigint; own: string | null; rate: bigint; is_active: boolean }
async function stored(): Promise<Stored[]> {
  const { rows } = await app.ctx.pool.query(
    `select service_id, cost_rate as cost, cost_own::text as own, services.rate, services.is_active
     from supplies join services on services.id = service_id where provider_id = $1 order by provider_service`,
    [id],
  )
  return rows
}
const ratesOf = (rows: Stored[]) => rows.map(({ rate }) => rate)
async function rowOf(at: number): Promise<Stored> {
  const row = (await stored())[at]
  if (row === undefined) throw new Error('nothing was imported')
  return row
}
const inINR = { currency: 'INR', usd_per_unit: '0.0119' }

test('a balance in another currency than the account blocks imports until it is settled', async () => {
  await quirk('other_currency')
  expect(await take()).toMatchObject({
    status: 409,
    body: { code: 'state_conflict', message: expect.stringMatching(/INR.*USD/) },
  })
  expect(await stored()).toEqual([])
  expect((await change(inINR)).body).toMatchObject({ provider: { is_currency_settled: true } })
  expect((await take()).status).toBe(200)
  expect(ratesOf(await stored())).toEqual([usd('0.0140'), usd('1.3073'), usd('0.0009')])
})

test("and sales: services with only this supply are hidden and can't be ordered until then", async () => {
  await take()
  const { service_id: serviceId } = await rowOf(0)
  const { rows: before } = await app.ctx.pool.query('select count(*) from orders')
  await quirk('other_currency')
  const { body } = await check()
  expect(body.provider).toMatchObject({ balance_currency: 'INR', is_currency_settled: false })
  expect(body.lines.find(({ topic }) => topic === 'currency')).toMatchObject({ code: 'currency_other' })
  await expect.poll(async () => (await app.call(listServices)).body).toEqual([])
  expect((await order(serviceId)).status).toBeGreaterThanOrEqual(404)
  expect((await app.ctx.pool.query('select count(*) from orders')).rows).toEqual(before)

  await quirk()
  expect((await check()).body.provider).toMatchObject({ balance_currency: 'USD', is_currency_settled: true })
  await expect.poll(async () => (await app.call(listServices)).body.length).toBe(3)
  expect((await order(serviceId)).status).toBe(201)
})

test('a service with another supply is ordered from that provider', async () => {
  const other = await makeProvider(app.ctx, sandbox)
  const supply = { providerId: id, service: '1', cost: '0.9' }
  const service = await makeService(app.ctx, { rate: '2', supply })
  await app.ctx.db
    .insertInto('supplies')
    .values({
      service_id: service.id,
      provider_id: other.id,
      provider_service: '1',
      cost_rate: usd('1'),
      priority: 2,
    })
    .execute()
  await quirk('other_currency')
  await check()
  await expect.poll(async () => (await app.call(listServices)).body.length).toBe(1)
  expect((await order(service.id)).status).toBe(201)
  const { rows } = await app.ctx.pool.query('select provider_id from dispatch_queue')
  expect(rows).toEqual([{ provider_id: other.id }])
})

test('a dry run shows the new prices and changes nothing; without its confirmation none changes', async () => {
  await take()
  const before = await stored()
  const shown = await change({ ...inINR, dry_run: true })
  expect(shown.body.provider).toMatchObject({ currency: 'USD', usd_per_unit: '1' })
  expect(shown.body.repricing).toMatchObject({
    services: 3,
    raised: 0,
    lowered: 3,
    by_hand: 0,
    at_cost: 0,
    off_sale: 0,
    examples: expect.arrayContaining([
      {
        service_id: before[0]?.service_id,
        name: 'Instagram Likes 1',
        why: 'markup',
        cost_before: usd('0.9'),
        cost_after: usd('0.01071'),
        rate_before: usd('1.17'),
        rate_after: usd('0.014'),
      },
    ]),
  })
  expect(await stored()).toEqual(before)
  expect(await change(inINR)).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  expect(await change({ ...inINR, confirm: 'another-plan' })).toMatchObject({ status: 409 })
  expect(await stored()).toEqual(before)
  const { rows } = await app.ctx.pool.query(
    "select from audit_log where action = 'provider.update' and subject_id = $1",
    [id],
  )
  expect(rows).toEqual([])
})

test('confirming reprices exactly what was shown, and changing back restores every price', async () => {
  await take()
  const before = await stored()
  const seal = (await change({ ...inINR, dry_run: true })).body.repricing?.seal
  const changed = await change({ ...inINR, confirm: seal })
  expect(changed.body).toMatchObject({
    provider: { currency: 'INR', usd_per_unit: '0.0119' },
    repricing: { lowered: 3, seal },
  })
  expect(ratesOf(await stored())).toEqual([usd('0.0140'), usd('1.3073'), usd('0.0009')])
  const { rows } = await app.ctx.pool.query(
    "select after from audit_log where action = 'provider.update' and subject_id = $1",
    [id],
  )
  expect(rows).toMatchObject([{ after: { currency: 'INR', repriced: { services: 3, lowered: 3 } } }])

  const back = { currency: 'USD', usd_per_unit: '1' }
  const other = (await change({ ...back, dry_run: true })).body.repricing
  expect(other).toMatchObject({ raised: 3 })
  expect((await change({ ...back, confirm: other?.seal })).status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('rates that turn out to be per piece multiply every price by a thousand, once confirmed', async () => {
  await take()
  const before = await stored()
  const perOne = { rate_per: 1 } as const
  expect(await change(perOne)).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  const plan = (await change({ ...perOne, dry_run: true })).body.repricing
  expect(plan).toMatchObject({ services: 3, raised: 3 })
  expect(await stored()).toEqual(before)
  expect((await change({ ...perOne, confirm: plan?.seal })).body.provider).toMatchObject(perOne)
  const after = await stored()
  expect(after.map(({ cost }) => cost)).toEqual(before.map(({ cost }) => cost * 1000n))
  // Lists are now in the same unit: the next one is plausible, and an import changes nothing.
  const read = await app.call(syncProvider, { token, params: { id }, body: {} })
  expect(read.body).toMatchObject({ trouble: null, synced: { price_up: 0, price_down: 0, held: 0 } })
  await take()
  expect(await stored()).toEqual(after)
  const back = (await change({ rate_per: 1000, dry_run: true })).body.repricing
  await change({ rate_per: 1000, confirm: back?.seal })
  expect((await stored()).map(({ cost, rate }) => [cost, rate])).toEqual(
    before.map(({ cost, rate }) => [cost, rate]),
  )
})

test('the connection test and the preview warn of rates that are hardly per 1,000', async () => {
  await app.ctx.pool.query('update providers set usd_per_unit = 0.00001 where id = $1', [id])
  expect((await check()).body.lines).toContainEqual(
    expect.objectContaining({ code: 'rates_low', state: 'warning', details: { median: '0.000009' } }),
  )
  const { body } = await app.call(previewImport, { token, body: { provider: id, markupPercentage: 30 } })
  expect(body.rates_doubt).toEqual({ kind: 'low', median: usd('0.000009') })
  await app.ctx.pool.query('update providers set usd_per_unit = 1000 where id = $1', [id])
  expect((await check()).body.lines).toContainEqual(expect.objectContaining({ code: 'rates_high' }))
  await app.ctx.pool.query('update providers set usd_per_unit = 1 where id = $1', [id])
  expect((await check()).body.lines.map(({ code }) => code)).not.toContain('rates_low')
})

test('a price that changed since the preview needs a new confirmation', async () => {
  await take()
  const seal = (await change({ ...inINR, dry_run: true })).body.repricing?.seal
  const { service_id: serviceId } = await rowOf(0)
  await app.call(updateService, { token, params: { id: serviceId }, body: { rate: 5 } })
  expect(await change({ ...inINR, confirm: seal })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('have changed') },
  })
})

test('a price set by hand stays, and none stays below cost', async () => {
  await take()
  const [first, second] = await stored()
  for (const [row, rate] of [
    [first, 3],
    [second, 120],
  ] as const)
    await app.call(updateService, { token, params: { id: row?.service_id }, body: { rate } })
  const dearer = { currency: 'EUR', usd_per_unit: '2.5' }
  const plan = (await change({ ...dearer, dry_run: true })).body.repricing
  expect(plan).toMatchObject({ services: 3, by_hand: 1, at_cost: 1, raised: 2, lowered: 0 })
  await change({ ...dearer, confirm: plan?.seal })
  const after = await stored()
  expect(ratesOf(after)).toEqual([usd('3'), usd('211.25'), usd('0.1869')])
  for (const { cost, rate } of after) expect(rate).toBeGreaterThanOrEqual(cost)
})

test('a service whose new price would exceed the maximum goes off sale at its old price', async () => {
  await take()
  const dear = { currency: 'BTC', usd_per_unit: '999999' }
  const plan = (await change({ ...dear, dry_run: true })).body.repricing
  expect(plan).toMatchObject({ off_sale: 1, raised: 2 })
  await change({ ...dear, confirm: plan?.seal })
  expect((await stored()).map(({ is_active }) => is_active)).toEqual([true, false, true])
  expect((await rowOf(1)).rate).toBe(usd('109.85'))
})

test('a cost without a stored original is computed from the one in USD, and never too low', async () => {
  await take()
  await app.ctx.pool.query('update supplies set cost_own = null where provider_id = $1', [id])
  const plan = (await change({ ...inINR, dry_run: true })).body.repricing
  await change({ ...inINR, confirm: plan?.seal })
  expect(ratesOf(await stored())).toEqual([usd('0.0140'), usd('1.3073'), usd('0.0009')])
  for (const { cost, own } of await stored())
    expect(cost).toBe(priceSupply({ cost: own ?? '', usdPerUnit: '0.0119', markupBasisPoints: 0 }).cost)
})

test('the same exchange rate in another notation is no change to confirm', async () => {
  await take()
  expect((await change({ usd_per_unit: '01.00' })).body).toMatchObject({
    provider: { usd_per_unit: '1' },
    repricing: null,
  })
})

test('another currency needs an exchange rate', async () => {
  expect(await change({ currency: 'INR' })).toMatchObject({
    status: 422,
    body: { fields: { usd_per_unit: expect.any(String) } },
  })
})

test('an import concurrent with a change of currency leaves no cost in the old currency', async () => {
  await take()
  const plan = (await change({ ...inINR, dry_run: true })).body.repricing
  const overwrite = { provider: id, serviceIds: [1, 2, 3], markupPercentage: 30, overwriteExisting: true }
  const imports = () => app.call(importServices, { token, body: overwrite })
  const [, changed] = await Promise.all([imports(), change({ ...inINR, confirm: plan?.seal }), imports()])
  expect(changed.status).toBe(200)
  for (const { cost, own } of await stored())
    expect(cost).toBe(priceSupply({ cost: own ?? '', usdPerUnit: '0.0119', markupBasisPoints: 0 }).cost)
})

test('an import that read its list before a change of currency writes nothing', async () => {
  await take()
  const plan = (await change({ ...inINR, dry_run: true })).body.repricing
  const arrived = async () => {
    const calls = (await control(sandbox.url, 'calls')).body as { action: string; fault?: string }[] // by README
    return calls.filter(({ action, fault }) => action === 'services' && fault === 'slow').length
  }
  const before = await arrived()
  await control(sandbox.url, 'faults', { action: 'services', kind: 'slow', delay_ms: 5_000 })
  const body = { provider: id, serviceIds: [1, 2, 3], markupPercentage: 50, overwriteExisting: true }
  const importing = app.call(importServices, { token, body })
  await expect.poll(arrived, { timeout: 10_000 }).toBe(before + 1)
  expect((await change({ ...inINR, confirm: plan?.seal })).status).toBe(200)
  expect(await importing).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  expect(ratesOf(await stored())).toEqual([usd('0.0140'), usd('1.3073'), usd('0.0009')])
}, 60_000)
