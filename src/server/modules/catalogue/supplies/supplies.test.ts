import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getService } from '#contract/catalogue/catalogue.ts'
import { importServices } from '#contract/catalogue/imports.ts'
import * as contract from '#contract/catalogue/supplies.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser, usd } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

let app: TestApp
let panel: TestPanel
let token: string
let first: { id: number }
let id = 0

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin' })).token
  panel = await startPanel(app.ctx)
  first = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  await panel.stop()
})
beforeEach(async () => {
  await app.database.pool.query('delete from supplies')
  id = (
    await makeService(app.ctx, {
      name: 'Ours',
      rate: '1.2',
      supply: { providerId: first.id, service: '77', cost: '0.5' },
    })
  ).id
})

const params = () => ({ token, params: { id } })
const list = async () => (await app.call(contract.listSupplies, params())).body.supplies
const add = (own: Record<string, unknown> = {}) =>
  app.call(contract.addSupply, {
    ...params(),
    body: { provider_id: panel.provider.id, service: '1', ...own },
  })
const arrange = (body: Record<string, unknown>) => app.call(contract.arrangeSupplies, { ...params(), body })
const take = (overwriteExisting = true) =>
  app.call(importServices, {
    token,
    body: { provider: panel.provider.slug, serviceIds: [1], markupPercentage: 30, overwriteExisting },
  })

test("a second provider's service is added last, at its current cost", async () => {
  const { body } = await add()
  expect(body.supplies.map(({ service, state }) => [service, state])).toEqual([
    ['77', 'ready'],
    ['1', 'ready'],
  ])
  expect(body.supplies[1]).toMatchObject({ cost: usd('0.9'), cost_own: '0.9', markup_percentage: 33.3333 })
  expect((await app.call(getService, { params: { id } })).body).toMatchObject({
    name: 'Ours',
    rate: usd('1.2'),
  })
})

test('arranging supplies that a colleague switched off meanwhile is refused and does not switch them on', async () => {
  await add()
  const shown = (await list()).map((supply) => ({ id: supply.id, is_active: supply.is_active }))
  const off = shown.map((supply) => ({ ...supply, is_active: false }))
  expect((await arrange({ supplies: off, expected: shown })).status).toBe(200)
  const late = await arrange({ supplies: shown.toReversed(), expected: shown })
  expect(late).toMatchObject({ status: 409, body: { details: { reason: 'supplies_changed' } } })
  expect(await list()).toMatchObject(off)
})

test('supplies are tried in the order that staff set, without those that are off', async () => {
  await add()
  const [one, other] = await list()
  const supplies = [
    { id: other?.id, is_active: true },
    { id: one?.id, is_active: false },
  ]
  const { body } = await arrange({ supplies })
  expect(body.supplies.map(({ service, state }) => [service, state])).toEqual([
    ['1', 'ready'],
    ['77', 'off'],
  ])
  const { rows } = await app.ctx.pool.query(
    'select provider_service, priority from supplies where service_id = $1 order by priority',
    [id],
  )
  expect(rows).toEqual([
    { provider_service: '1', priority: 1 },
    { provider_service: '77', priority: 2 },
  ])
})

test('an arrangement based on outdated supplies is refused', async () => {
  const [one] = await list()
  await add()
  expect((await arrange({ supplies: [{ id: one?.id, is_active: false }] })).json).toMatchObject({
    details: { reason: 'supplies_changed' },
  })
  expect((await list()).map(({ is_active }) => is_active)).toEqual([true, true])
})

test('a supply moves from another service only with `moves`', async () => {
  await take()
  const { rows } = await app.ctx.pool.query('select service_id from supplies where provider_id = $1', [
    panel.provider.id,
  ])
  expect((await add()).json).toMatchObject({
    details: { reason: 'supply_elsewhere', service_id: rows[0].service_id },
  })
  expect((await add({ moves: true })).body.supplies).toHaveLength(2)
  expect((await app.call(getService, { params: { id: rows[0].service_id } })).status).toBe(404)
})

test('a service of another type, and one that is not offered, are refused', async () => {
  expect((await add({ service: '3' })).json).toMatchObject({ details: { reason: 'supply_type_differs' } })
  expect((await add({ service: '999' })).json).toMatchObject({ details: { reason: 'supply_not_offered' } })
  expect(await list()).toHaveLength(1)
})

test('a later import updates the cost of a second supply and leaves name and price of the service', async () => {
  await add()
  await app.ctx.pool.query("update supplies set cost_rate = 1 where provider_service = '1'")
  expect((await take()).body.data.stats).toMatchObject({ created: 0, updated: 1 })
  expect((await app.call(getService, { params: { id } })).body).toMatchObject({
    name: 'Ours',
    rate: usd('1.2'),
  })
  expect((await list())[1]).toMatchObject({ service: '1', cost: usd('0.9') })
})

test('a removed supply is gone, and becomes a service of its own when it is imported', async () => {
  await add()
  const [one, other] = await list()
  const { body } = await arrange({ supplies: [{ id: one?.id, is_active: true }], removed: [other?.id] })
  expect(body.supplies).toHaveLength(1)
  expect((await take(false)).body.data.stats).toMatchObject({ created: 1, skipped: 0 })
  expect(await list()).toHaveLength(1)
  expect((await add({ moves: true })).body.supplies).toHaveLength(2)
})
