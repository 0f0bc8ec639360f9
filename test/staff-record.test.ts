import { beforeAll, expect, test } from 'vitest'

import { revokeAdminApiKey } from '#contract/api-keys-desk.ts'
import { createApiKey } from '#contract/api-keys.ts'
import { answerContactMessage } from '#contract/contact.ts'
import * as bulk from '#contract/catalogue-bulk.ts'
import * as announcements from '#contract/announcements.ts'
import * as catalogue from '#contract/catalogue-desk.ts'
import * as catalogueOrder from '#contract/catalogue-order.ts'
import { listImports, undoImport } from '#contract/import-runs.ts'
import * as imports from '#contract/imports.ts'
import * as deposits from '#contract/deposit-desk.ts'
import { removeLogo, uploadLogo } from '#contract/logo.ts'
import * as desk from '#contract/order-desk.ts'
import * as incidents from '#contract/order-incidents.ts'
import * as nameRules from '#contract/name-rules.ts'
import * as orders from '#contract/orders.ts'
import * as providerDesk from '#contract/provider-desk.ts'
import * as providers from '#contract/providers.ts'
import { calmSandbox, setSandbox } from '#contract/sandbox-desk.ts'
import * as supplies from '#contract/supplies.ts'
import * as settings from '#contract/settings-desk.ts'
import { makeMessage, makeUser, type TestUser } from './factories.ts'
import { makePicture, sendForm } from './make-files.ts'
import { namedEndpoints } from './every-call.ts'
import { makeOrderBench } from './order-bench.ts'
import { changesOfUsers, type RecordedChange } from './staff-changes-of-users.ts'
import { changesOfTickets } from './staff-changes-of-tickets.ts'

// Longer than most: every call of staff that changes something has its case here, and a test holds that none lacks.

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

/** Calls of staff that change nothing, beside what is remembered of a provider's answers, and their own views that end. */
const readings = [
  'endView',
  'checkGateway',
  'checkProvider',
  'fetchServices',
  'matchOrders',
  'previewImport',
  'testMail',
  'testStorage',
  'testTranslator',
  'tryProvider',
  'previewNames',
  // Says for some seconds who has a ticket open.
  'meetAtTicket',
]
const namesOfChanges = namedEndpoints
  .filter(([name, { access, method }]) => access === 'admin' && method !== 'GET' && !readings.includes(name))
  .map(([name]) => name)
  .toSorted()

const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
const as = (id: number | bigint, body?: unknown) => ({ token: admin.token, params: { id }, body })
const sent = (body: unknown) => ({ token: admin.token, body })
const texts = { en: { title: 'News', text: 'Something is new.' } }
const announcement = { kind: 'service_notice', texts, by_notification: true, by_letter: false }
const service = { name: 'S', category: 'C', platform: 'P', rate: 1, min: 1, max: 9 }
const provider = { slug: 'fresh', name: 'N', api_url: 'https://example.com/?key=hidden', key: 'secret-key' }

async function openDeposit(): Promise<bigint> {
  const { id } = await bench.ctx.db
    .insertInto('deposits')
    .values({
      user_id: bench.user.id,
      reference: `deposit-${Math.random()}`,
      gateway: 'cryptomus',
      payment_method: 'cryptomus',
      amount: 500_000_000n,
      check_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let serviceId = 0
let providerId = 0
/** Each call of staff that changes something, once, and the action that must be on record for it. */
const changes: Record<string, RecordedChange> = {
  createService: [
    'service.create',
    async () => {
      const created = await bench.app.call(catalogue.createService, { token: admin.token, body: service })
      ok(created)
      serviceId = created.body.service.id
    },
  ],
  updateService: [
    'service.update',
    async () => ok(await bench.app.call(catalogue.updateService, as(serviceId, { rate: 2 }))),
  ],
  changeServices: [
    'service.bulk',
    async () => {
      const body = { ids: [serviceId], change: { kind: 'rate', rate: 3 } }
      const { token } = admin
      const looked = await bench.app.call(bulk.changeServices, { token, body: { ...body, dry_run: true } })
      const { seal } = looked.body
      ok(await bench.app.call(bulk.changeServices, { token, body: { ...body, dry_run: false, seal } }))
    },
  ],
  cleanNames: [
    'service.clean_names',
    async () => {
      const rules = [{ kind: 'phrase', find: 'S', replace: 'T', whole_words: true }]
      const { token } = admin
      const { seal } = (await bench.app.call(nameRules.previewNames, { token, body: { rules } })).body
      ok(await bench.app.call(nameRules.cleanNames, { token, body: { rules, seal } }))
    },
  ],
  undoNames: [
    'service.undo_names',
    async () => {
      const { token } = admin
      const { last } = (await bench.app.call(nameRules.getNameRules, { token })).body
      ok(await bench.app.call(nameRules.undoNames, { token, body: { id: last?.id } }))
    },
  ],
  placeService: [
    'service.place',
    async () => ok(await bench.app.call(catalogueOrder.placeService, as(serviceId, { move: 'up' }))),
  ],
  placeCategory: [
    'category.place',
    async () => ok(await bench.app.call(catalogueOrder.placeCategory, as(1, { move: 'up' }))),
  ],
  addSupply: [
    'service.supplies',
    async () => {
      const body = { provider_id: bench.panel.provider.id, service: '1' }
      ok(await bench.app.call(supplies.addSupply, as(serviceId, body)))
    },
  ],
  arrangeSupplies: [
    'service.supplies',
    async () => {
      const there = (await bench.app.call(supplies.listSupplies, as(serviceId))).body.supplies
      const body = { supplies: there.map(({ id }) => ({ id, is_active: false })) }
      ok(await bench.app.call(supplies.arrangeSupplies, as(serviceId, body)))
    },
  ],
  deleteService: [
    'service.delete',
    async () => ok(await bench.app.call(catalogue.deleteService, as(serviceId))),
  ],
  createProvider: [
    'provider.create',
    async () => {
      const created = await bench.app.call(providers.createProvider, { token: admin.token, body: provider })
      ok(created)
      providerId = created.body.provider.id
    },
  ],
  updateProvider: [
    'provider.update',
    async () => ok(await bench.app.call(providers.updateProvider, as(providerId, { name: 'M' }))),
  ],
  pauseProvider: [
    'provider.pause',
    async () => ok(await bench.app.call(providerDesk.pauseProvider, as(bench.panel.provider.id))),
  ],
  resumeProvider: [
    'provider.resume',
    async () => ok(await bench.app.call(providerDesk.resumeProvider, as(bench.panel.provider.id))),
  ],
  syncProvider: [
    'provider.sync',
    async () => ok(await bench.app.call(providerDesk.syncProvider, as(bench.panel.provider.id, {}))),
  ],
  setSandbox: [
    'provider.sandbox',
    async () => ok(await bench.app.call(setSandbox, as(bench.panel.provider.id, { speed: 1 }))),
  ],
  calmSandbox: [
    'provider.sandbox',
    async () => ok(await bench.app.call(calmSandbox, as(bench.panel.provider.id))),
  ],
  repriceProvider: [
    'provider.reprice',
    async () => {
      const { id } = bench.panel.provider
      ok(await bench.app.call(providerDesk.repriceProvider, as(id, { scope: 'all' })))
    },
  ],
  deleteProvider: [
    'provider.delete',
    async () => ok(await bench.app.call(providers.deleteProvider, as(providerId))),
  ],
  importServices: [
    'provider.import',
    async () => {
      const body = { provider: bench.panel.provider.slug, serviceIds: [1], markupPercentage: 30 }
      ok(await bench.app.call(imports.importServices, { token: admin.token, body }))
    },
  ],
  undoImport: [
    'import.undo',
    async () => {
      const { body } = await bench.app.call(listImports, { token: admin.token })
      ok(await bench.app.call(undoImport, as(body.imports[0]?.id ?? 0)))
    },
  ],
  answerContactMessage: [
    'contact.answer',
    async () => ok(await bench.app.call(answerContactMessage, as(await makeMessage(bench.ctx)))),
  ],
  createAnnouncement: [
    'announcement.send',
    async () => ok(await bench.app.call(announcements.createAnnouncement, sent(announcement))),
  ],
  stopAnnouncement: [
    'announcement.stop',
    async () => ok(await bench.app.call(announcements.stopAnnouncement, as(1))),
  ],
  ...changesOfUsers(bench, () => admin),
  updateSettings: [
    'settings.update',
    async () => {
      const body = { brand: { name: 'Acme' } }
      ok(await bench.app.call(settings.updateSettings, { token: admin.token, body }))
    },
  ],
  uploadLogo: [
    'settings.logo',
    async () => {
      const files = [{ name: 'logo.png', bytes: await makePicture('png') }]
      ok(await sendForm(bench.app.url + uploadLogo.path, { token: admin.token, fields: {}, files }))
    },
  ],
  removeLogo: ['settings.logo', async () => ok(await bench.app.call(removeLogo, { token: admin.token }))],
  revokeAdminApiKey: [
    'api_key.revoke',
    async () => {
      const { body } = await bench.app.call(createApiKey, { token: bench.user.token })
      const params = { customer: bench.user.id, id: body.keys[0]?.id }
      ok(await bench.app.call(revokeAdminApiKey, { token: admin.token, params }))
    },
  ],
  ...changesOfTickets(bench, () => admin),
  creditDeposit: [
    'deposit.credit',
    async () => {
      const body = { amount: 4, reason: 'so' }
      ok(await bench.app.call(deposits.creditDeposit, as(await openDeposit(), body)))
    },
  ],
  enterDeposit: [
    'deposit.enter',
    async () => {
      const body = { user: String(bench.user.id), amount: 4, reference: 'BANK 1', reason: 'so' }
      ok(await bench.app.call(deposits.enterDeposit, sent(body)))
    },
  ],
  refuseDeposit: [
    'deposit.refuse',
    async () => ok(await bench.app.call(deposits.refuseDeposit, as(await openDeposit(), { reason: 'so' }))),
  ],
  dismissDeposit: [
    'deposit.dismiss',
    async () => {
      await bench.ctx.db
        .updateTable('deposits')
        .set({ review_code: 'refunded', review_details: '{}' })
        .where('status', '=', 'completed')
        .execute()
      const { id } = await bench.ctx.db
        .selectFrom('deposits')
        .select('id')
        .where('status', '=', 'completed')
        .executeTakeFirstOrThrow()
      ok(await bench.app.call(deposits.dismissDeposit, as(id, { reason: 'so' })))
    },
  ],
  adminCancelOrder: [
    'order.cancel',
    async () => ok(await bench.app.call(desk.adminCancelOrder, as(await bench.place(), { reason: 'so' }))),
  ],
  adminRefundOrder: [
    'order.refund',
    async () => ok(await bench.app.call(desk.adminRefundOrder, as(await bench.placeInReview(), {}))),
  ],
  adminSetPartial: [
    'order.set_partial',
    async () => {
      const { id } = await bench.placeAt('In progress')
      ok(await bench.app.call(desk.adminSetPartial, as(id, { remains: 10, reason: 'so' })))
    },
  ],
  adminChangeProvider: [
    'order.change_provider',
    async () => {
      const id = await bench.placeInReview()
      const { body } = await bench.app.call(desk.getAdminOrder, as(id))
      const supply_id = body.order.supplies[0]?.id
      ok(await bench.app.call(desk.adminChangeProvider, as(id, { supply_id, reason: 'so' })))
    },
  ],
  adminRetryOrder: [
    'order.retry',
    async () => ok(await bench.app.call(desk.adminRetryOrder, as(await bench.placeInReview(), {}))),
  ],
  adminCompleteOrder: [
    'order.complete',
    async () => ok(await bench.app.call(desk.adminCompleteOrder, as(await bench.placeInReview(), {}))),
  ],
  decideOrders: [
    'order.retry',
    async () => {
      const items = [{ id: Number(await bench.placeInReview()), decision: 'not_taken' }]
      for (const dry_run of [true, false]) {
        const body = { items, reason: 'so', dry_run }
        ok(await bench.app.call(incidents.decideOrders, { token: admin.token, body }))
      }
    },
  ],
  adminDismissOrder: [
    'order.dismiss',
    async () => {
      const { id } = await bench.placeAt('Completed')
      await bench.ctx.db
        .updateTable('orders')
        .set({ review_code: 'after_end', review_details: { status: 'Canceled' } })
        .where('id', '=', id)
        .execute()
      ok(await bench.app.call(desk.adminDismissOrder, as(id, { reason: 'so' })))
    },
  ],
  adminReleaseOrder: [
    'order.release',
    async () => {
      const { id } = await bench.placeAccepted()
      ok(await bench.app.call(desk.adminReleaseOrder, as(id, { reason: 'so' })))
    },
  ],
}

test('every call of staff that changes something has its case here', () => {
  expect(Object.keys(changes).toSorted()).toEqual(namesOfChanges)
})

test.each(Object.entries(changes))('%s leaves one row of who did what', async (_, [action, change]) => {
  expect(await rowsAddedBy(change)).toEqual([rowOf(action)])
})

test("what staff do on a customer's behalf is on record too", async () => {
  const id = await bench.place()
  const query = { user_id: String(bench.user.id) }
  const rows = await rowsAddedBy(async () =>
    ok(await bench.app.call(orders.cancelOrder, { ...as(id), query })),
  )
  expect(rows).toEqual([rowOf('order.cancel')])
})

test('no key is kept, not even inside an address', async () => {
  const rows = await bench.ctx.pool.query('select staff_actions::text as text from staff_actions')
  expect(rows.rows.map(({ text }) => text).join()).not.toMatch(/secret-key|hidden/)
})

test('what customers do themselves is not', async () => {
  const before = await readRows()
  const id = await bench.place()
  ok(await bench.app.call(orders.cancelOrder, { token: bench.user.token, params: { id } }))
  expect(await readRows()).toHaveLength(before.length)
})

const rowOf = (action: string) =>
  expect.objectContaining({ action, actor_id: admin.id, address: '127.0.0.1' })

async function rowsAddedBy(change: () => Promise<void>) {
  const before = await readRows()
  await change()
  return (await readRows()).slice(before.length)
}

async function readRows() {
  const { rows } = await bench.ctx.pool.query(
    'select action, actor_id, address from staff_actions order by number',
  )
  return rows
}
