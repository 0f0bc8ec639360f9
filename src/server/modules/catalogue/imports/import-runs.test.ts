import { createServer, type Server } from 'node:http'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { updateService } from '#contract/catalogue/admin-services.ts'
import { listServices } from '#contract/catalogue/catalogue.ts'
import { getImport, listImports, listImportSources, undoImport } from '#contract/catalogue/import-runs.ts'
import { AppError } from '#contract/base/errors.ts'
import * as contract from '#contract/catalogue/imports.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createProvider } from '#contract/providers/providers.ts'
import type { Context } from '#server/context.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser, type TestUser, usd } from '#test/factories.ts'

import type { Claim } from '#server/lib/queue/queue.ts'

import { beginImport } from './import-services.ts'
import { catalogueJobs } from '#server/modules/catalogue/catalogue-jobs.ts'
import { importQueue, stepImport } from './work-import.ts'

// Longer than most: an import that is interrupted, continues, fails and is undone, with a list that each test writes.

let app: TestApp
let admin: TestUser
/** A provider whose list each test writes. */
let panel: Server
let url = ''
let offered: unknown[] = []
let slug = ''
let count = 0

beforeAll(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  admin = await makeUser(app.ctx, { role: 'admin', balance: '100' })
  panel = createServer((_request, response) => response.end(JSON.stringify(offered)))
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  const address = panel.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  panel.close()
})
beforeEach(async () => {
  slug = `panel-${(count += 1)}`
  await makeProvider(app.ctx, { url: `${url}/${slug}`, slug })
})

const row = (service: number, own: Record<string, unknown> = {}) => ({
  service,
  name: `Instagram Likes ${service}`,
  type: 'Default',
  category: 'Instagram | Likes',
  rate: '1',
  min: '10',
  max: '1000',
  ...own,
})
const rows = (length: number) => Array.from({ length }, (_, at) => row(at + 1))
const ids = (length: number) => Array.from({ length }, (_, at) => at + 1)
const as = (id: number) => ({ token: admin.token, params: { id } })
const take = async (own: Record<string, unknown> = {}) => {
  const body = { provider: slug, serviceIds: ids(offered.length), ...own }
  return (await app.call(contract.importServices, { token: admin.token, body })).body.data
}
const runOf = async (id: number) => (await app.call(getImport, as(id))).body.import
const undo = (id: number) => app.call(undoImport, as(id))
const preview = (own: Record<string, unknown> = {}) =>
  app.call(contract.previewImport, { token: admin.token, body: { provider: slug, useCache: false, ...own } })
type Stored = { id: number; provider_service: string; name: string; rate: bigint; is_there: boolean }
const stored = async (): Promise<Stored[]> => {
  const { rows: found } = await app.ctx.pool.query(
    `select services.id, provider_service, services.name, rate, deleted_at is null as is_there
     from supplies join services on services.id = service_id join providers on providers.id = provider_id
     where slug = $1 order by provider_service::int`,
    [slug],
  )
  return found
}
const actions = async () => {
  const { rows: found } = await app.ctx.pool.query(
    `select action, after from audit_log where action in ('provider.import', 'import.undo') order by number`,
  )
  return found
}

test('a preview returns what would be created, updated, skipped and refused, with the price, and writes nothing', async () => {
  offered = [row(1), row(2)]
  await take()
  offered = [row(1, { rate: '2' }), row(2), row(3, { name: 'Подписчики Телеграм' }), row(4, { rate: '9e9' })]
  const before = await stored()
  const { data } = (await preview()).body
  expect(data.slice(0, 3)).toMatchObject([
    { service: '1', outcome: 'skipped', code: 'already_there', rate: usd('2.6'), rate_now: usd('1.3') },
    { service: '2', outcome: 'skipped', rate: usd('1.3'), rate_now: usd('1.3') },
    { service: '3', outcome: 'created', name: 'Followers Telegram', cost: usd('1'), rate_now: null },
  ])
  const over = (await preview({ overwriteExisting: true, markupPercentage: 50 })).body.data
  expect(over.slice(0, 3)).toMatchObject([
    { outcome: 'updated', cost: usd('2'), rate: usd('3') },
    { outcome: 'updated', rate: usd('1.5') },
    { outcome: 'created', rate: usd('1.5') },
  ])
  expect(await stored()).toEqual(before)
})

test('a URL can be fetched, and imported from once a provider with it exists', async () => {
  offered = [row(1)]
  const provider = `${url}/elsewhere`
  const call = (body: Record<string, unknown>) =>
    app.call(contract.importServices, { token: admin.token, body })
  const looked = await app.call(contract.fetchServices, { token: admin.token, body: { provider } })
  expect(looked.body.data).toHaveLength(1)
  expect((await preview({ provider })).body.code).toBe('provider_unknown')
  expect((await call({ provider, serviceIds: [1] })).body.code).toBe('provider_unknown')
  const body = { slug: 'elsewhere', name: 'Elsewhere', api_url: provider, key: 'a-key' }
  expect((await app.call(createProvider, { token: admin.token, body })).status).toBe(201)
  expect((await call({ provider, serviceIds: [1] })).body.data.stats).toMatchObject({ created: 1 })
  const { sources } = (await app.call(listImportSources, { token: admin.token })).body
  expect(sources).toContainEqual({ slug: 'elsewhere', name: 'Elsewhere', has_key: true })
  expect(sources).toContainEqual({ slug: 'smmdoge', name: 'SMMDoge', has_key: false })
})

test('an interrupted import continues in another process, each service once, with one audit log entry', async () => {
  offered = [...rows(1_200), row(1_300, { rate: 'free' })]
  const serviceIds = [...ids(1_200), 1_300, 1_400]
  const body = { provider: slug, serviceIds, markupPercentage: 30 }
  const by = { actorId: admin.id, address: '127.0.0.1' }
  const id = await beginImport(app.ctx, by, body)
  const before = (await actions()).length
  // The process dies after its first chunk; then its lease expires.
  let stalled: Claim | undefined
  const dying = importQueue.with({
    // Never resolves in this test: its end would be stored after the database is dropped.
    timeoutSeconds: 3_600,
    handle: async (ctx, _item, claim) => {
      await stepImport(ctx, id, claim)
      stalled = claim
      return new Promise(() => {})
    },
  })
  void dying.workOne(app.ctx, [id])
  await expect.poll(() => stalled).toBeDefined()
  expect(await runOf(id)).toMatchObject({
    state: 'running',
    stage: 'writing',
    percent: 41,
    stats: { total: 1_202, created: 500, errors: 2 },
  })
  expect((await undo(id)).json).toMatchObject({ details: { reason: 'import_running' } })
  expect((await stored()).length).toBe(500)
  await app.ctx.pool.query('update imports set due_at = now() where id = $1', [id])

  const other = await app.another()
  const jobs = catalogueJobs(other.ctx)
  await expect.poll(async () => (await runOf(id)).state, { timeout: 60_000 }).toBe('completed')
  await Promise.all(jobs.map((job) => job.stop()))
  // The stalled process wakes up: its lease has expired, so it writes nothing.
  await expect(app.ctx.db.transaction().execute(async (tx) => stalled?.hold(tx))).rejects.toThrow('imports')
  const run = await runOf(id)
  expect(run.stats).toMatchObject({ total: 1_202, created: 1_200, updated: 0, skipped: 0, errors: 2 })
  expect(run.row_errors).toEqual([
    { service: '1300', name: '', code: 'no_rate', word: 'free' },
    { service: '1400', name: '', code: 'not_offered', word: '' },
  ])
  const services = await stored()
  expect([services.length, new Set(services.map(({ id }) => id)).size]).toEqual([1_200, 1_200])
  const told = (await actions()).slice(before)
  expect(told).toMatchObject([{ action: 'provider.import', after: { created: 1_200, errors: 2 } }])
  expect((await app.call(listImports, { token: admin.token })).body.imports[0]).toMatchObject({
    id: id,
    by: { id: admin.id },
    provider: { slug },
  })
}, 120_000)

test('a background import is answered at once and run by any worker', async () => {
  offered = rows(3)
  const jobs = catalogueJobs(app.ctx)
  const { import_id: id } = await take({ inBackground: true })
  await expect.poll(async () => (await runOf(id)).percent, { timeout: 60_000 }).toBe(100)
  await Promise.all(jobs.map((job) => job.stop()))
  expect(await runOf(id)).toMatchObject({ state: 'completed', stats: { created: 3 } })
})

test('undo: new services are deleted or retired, changed ones restored, those changed since are left', async () => {
  offered = [row(1), row(2)]
  const first = await take()
  const before = await stored()
  offered = [row(1, { rate: '3', name: 'Other' }), row(2, { rate: '3' }), row(3), row(4), row(5)]
  const { import_id: id } = await take({ overwriteExisting: true })
  const [, second, , fourth, fifth] = await stored()
  await app.call(updateService, { ...as(second?.id ?? 0), body: { rate: 7 } })
  await app.call(updateService, { ...as(fifth?.id ?? 0), body: { name: 'Mine' } })
  const order = { service_id: fourth?.id, link: 'https://instagram.com/a', quantity: 100 }
  expect((await app.call(createOrder, { token: admin.token, body: order })).status).toBe(201)

  expect((await undo(first.import_id)).json).toMatchObject({ details: { reason: 'import_not_last' } })
  const { import: run } = (await undo(id)).body
  expect(run).toMatchObject({ state: 'undone', can_be_undone: false })
  expect(run.undone).toEqual({
    deleted: 1,
    retired: 1,
    restored: 1,
    left: 2,
    left_services: [
      { id: second?.id, name: 'Instagram Likes 2' },
      { id: fifth?.id, name: 'Mine' },
    ],
  })
  const after = await stored()
  expect(after[0]).toEqual(before[0])
  expect(after.map(({ is_there }) => is_there)).toEqual([true, true, false, false, true])
  expect(after[1]).toMatchObject({ rate: usd('7') })
  // The provider charges 3 now, which an undo does not change: the old price would be a loss.
  const atALoss = await app.call(createOrder, {
    token: admin.token,
    body: { ...order, service_id: before[0]?.id },
  })
  expect(atALoss.body.code).toBe('service_unavailable')
  await expect
    .poll(async () => (await app.call(listServices)).body.map((one) => one.id))
    .not.toContain(fourth?.id)
  expect((await undo(id)).json).toMatchObject({ details: { reason: 'import_undone' } })
  expect((await actions()).at(-1)).toMatchObject({
    action: 'import.undo',
    after: { deleted: 1, retired: 1, restored: 1, left: 2 },
  })
  // And it can be imported again.
  expect((await take()).stats).toMatchObject({ created: 2, skipped: 3 })
})

test('two concurrent undos undo once', async () => {
  offered = rows(3)
  const { import_id: id } = await take()
  const answers = await Promise.all([undo(id), undo(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await stored()).every(({ is_there }) => !is_there)).toBe(true)
})

test('an import whose provider changed its currency fails with that reason', async () => {
  offered = rows(2)
  const id = await beginImport(app.ctx, undefined, { provider: slug, serviceIds: [1, 2] })
  await app.ctx.pool.query("update providers set currency = 'INR', usd_per_unit = 0.01 where slug = $1", [
    slug,
  ])
  await workImport(app.ctx, id)
  expect(await runOf(id)).toMatchObject({ state: 'failed', failure: 'currency_changed' })
  expect(await stored()).toEqual([])
})

test('another refusal does not fail an import: the step is retried', async () => {
  offered = rows(2)
  const body = { provider: slug, serviceIds: [1, 2] }
  const id = await beginImport(app.ctx, undefined, body)
  let refusals = 0
  const read: Context['settings']['read'] = async () => {
    refusals += 1
    if (refusals === 1) throw new AppError('unavailable')
    return app.ctx.settings.read()
  }
  await workImport({ ...app.ctx, settings: { ...app.ctx.settings, read } }, id)
  expect(refusals).toBeGreaterThan(1)
  expect(await runOf(id)).toMatchObject({ state: 'completed', failure: null })
  expect(await stored()).toHaveLength(2)
})

test('an import whose steps keep failing ends as stuck; what was written stays', async () => {
  offered = rows(502)
  const body = { provider: slug, serviceIds: ids(502) }
  const id = await beginImport(app.ctx, undefined, body)
  await app.ctx.pool.query("update import_items set offered = '{}' where import_id = $1 and position = 501", [
    id,
  ])
  await workImport(app.ctx, id)
  expect(await runOf(id)).toMatchObject({ state: 'failed', failure: 'stuck', can_be_undone: true })
  expect(await stored()).toHaveLength(500)
}, 60_000)

/** Works until the import ends, without the pauses between tries. */
async function workImport(ctx: Context, id: number): Promise<void> {
  for (let ahead = 0; (await runOf(id)).state === 'running'; ahead += 100_000)
    await importQueue.workOne({ ...ctx, clock: () => new Date(Date.now() + ahead) }, [id])
}
