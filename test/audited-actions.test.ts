import { beforeAll, expect, test } from 'vitest'

import { checkBackup, makeBackup } from '#contract/operations/backups.ts'
import { resumeRestored } from '#contract/operations/restoration.ts'
import { revokeAdminApiKey } from '#contract/users/admin-api-keys.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { answerContactMessage } from '#contract/support/contact.ts'
import * as announcements from '#contract/messaging/announcements.ts'
import { removeFavicon, uploadFavicon } from '#contract/settings/favicon.ts'
import { changeLegalText } from '#contract/settings/legal-texts.ts'
import { removeLogo, uploadLogo } from '#contract/settings/logo.ts'
import * as orders from '#contract/orders/orders.ts'
import * as settings from '#contract/settings/admin-settings.ts'
import { makeMessage, makeUser, type TestUser, usd } from './factories.ts'
import { makePicture, sendForm } from './make-files.ts'
import { createApiKey as createNamedKey } from '#server/modules/users/api-keys/manage-keys.ts'
import { namedEndpoints } from './every-call.ts'
import { makeOrderBench } from './order-bench.ts'
import { changesOfDeposits } from './staff-changes-of-deposits.ts'
import { changesOfOrders } from './staff-changes-of-orders.ts'
import { changesOfProviders } from './staff-changes-of-providers.ts'
import { changesOfServices } from './staff-changes-of-services.ts'
import { changesOfTickets } from './staff-changes-of-tickets.ts'
import { changesOfUsers, type RecordedChange } from './staff-changes-of-users.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

/**
 * Calls of staff that change nothing, except what is cached of a provider's answers, and the end of viewing as a
 * customer.
 */
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
  'previewLegalText',
  // Changes nothing itself: the gateway's answer decides.
  'readGatewayEvent',
  // Reports for some seconds who has a ticket open.
  'meetAtTicket',
  // Saved filters, which belong to one member of staff.
  'createOrderView',
  'changeOrderView',
  'deleteOrderView',
]
const namesOfChanges = namedEndpoints
  .filter(([name, { access, method }]) => access === 'admin' && method !== 'GET' && !readings.includes(name))
  .map(([name]) => name)
  .toSorted()

const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
const as = (id: number | bigint, body?: unknown) => ({ token: admin.token, params: { id }, body })
const sent = (body: unknown) => ({ token: admin.token, body })
const texts = { en: { title: 'News', text: 'Something is new.' } }
const announcement = { kind: 'service_notice', texts, by_notification: true, by_email: false }

/** Each call of staff that changes something, once, with the action that must be in the audit log. */
const changes: Record<string, RecordedChange> = {
  ...changesOfServices(bench, () => admin),
  ...changesOfProviders(bench, () => admin),
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
  uploadFavicon: [
    'settings.favicon',
    async () => {
      const files = [{ name: 'icon.png', bytes: await makePicture('png') }]
      ok(await sendForm(bench.app.url + uploadFavicon.path, { token: admin.token, fields: {}, files }))
    },
  ],
  removeFavicon: [
    'settings.favicon',
    async () => ok(await bench.app.call(removeFavicon, { token: admin.token })),
  ],
  makeBackup: [
    'backup.create',
    async () => {
      const plan = {
        at: '03:00',
        time_zone: 'UTC',
        keep: 1,
        folder: null,
        bucket: null,
        checks_weekly: false,
      }
      await bench.ctx.pool.query(`insert into settings (section, value) values ('backups', $1)`, [plan])
      ok(await bench.app.call(makeBackup, { token: admin.token, body: {} }))
    },
  ],
  checkBackup: [
    'backup.check',
    async () => {
      const { rows } = await bench.ctx.pool.query<{ id: number }>(
        `insert into backups (kind, state, finished_at, store, place, name)
         values ('planned', 'done', now(), 'disk', '/backups', 'a') returning id`,
      )
      ok(await bench.app.call(checkBackup, { token: admin.token, params: { id: rows[0]?.id }, body: {} }))
    },
  ],
  changeLegalText: [
    'settings.legal',
    async () => {
      const args = { params: { page: 'terms' }, body: { texts: { en: 'Ours' } } }
      ok(await bench.app.call(changeLegalText, { token: admin.token, ...args }))
    },
  ],
  revokeAdminApiKey: [
    'api_key.revoke',
    async () => {
      const { body } = await bench.app.call(createApiKey, { token: bench.user.token })
      const params = { customer: bench.user.id, id: body.keys[0]?.id }
      ok(await bench.app.call(revokeAdminApiKey, { token: admin.token, params }))
    },
  ],
  ...changesOfTickets(bench, () => admin),
  ...changesOfDeposits(bench, () => admin),
  ...changesOfOrders(bench, () => admin),
  // Last, since it moves what is queued to review and invalidates sessions from before that restore.
  resumeRestored: [
    'database.resume',
    async () => {
      const { id } = await bench.ctx.db
        .insertInto('restorations')
        .values({ archive_id: 'a', taken_at: new Date(), restored_at: new Date('2000-01-01') })
        .returning('id')
        .executeTakeFirstOrThrow()
      ok(await bench.app.call(resumeRestored, sent({ id })))
    },
  ],
}

test('every call of staff that changes something has its case here', () => {
  expect(Object.keys(changes).toSorted()).toEqual(namesOfChanges)
})

test.each(Object.entries(changes))(
  '%s leaves one audit log entry with who did what',
  async (_, [action, change]) => {
    expect(await rowsAddedBy(change)).toEqual([rowOf(action)])
  },
)

test("what staff do on a customer's behalf is in the audit log too", async () => {
  const id = await bench.place()
  const query = { user_id: String(bench.user.id) }
  const rows = await rowsAddedBy(async () =>
    ok(await bench.app.call(orders.cancelOrder, { ...as(id), query })),
  )
  expect(rows).toEqual([rowOf('order.cancel')])
})

test('no key is stored, not even inside a URL', async () => {
  const rows = await bench.ctx.pool.query('select audit_log::text as text from audit_log')
  expect(rows.rows.map(({ text }) => text).join()).not.toMatch(/secret-key|hidden/)
})

test('what customers do themselves is not', async () => {
  const before = await readRows()
  const id = await bench.place()
  ok(await bench.app.call(orders.cancelOrder, { token: bench.user.token, params: { id } }))
  expect(await readRows()).toHaveLength(before.length)
})

test('every call of the Admin API leaves one, with its key', async () => {
  const terms = { name: 'Script', scopes: ['payments'], daily_limit: usd('50') } as const
  const key = await createNamedKey(bench.ctx, { ...terms, userId: admin.id, address: '127.0.0.1' })
  const send = async (path: string, body?: Record<string, unknown>) => {
    const { status } = await fetch(`${bench.app.url}/adminapi/v2${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    return status
  }
  const payment = { user_id: bench.user.id, amount: 5, method: 'Wire', memo: 'invoice 1' }
  const calls = {
    addPayment: [
      ['deposit.enter', 200, () => send('/payments/add', payment)],
      ['deposit.repeat', 200, () => send('/payments/add', payment)],
      ['deposit.decline', 409, () => send('/payments/add', { ...payment, amount: 46 })],
      ['deposit.decline', 404, () => send('/payments/add', { ...payment, user_id: 999_999 })],
      ['deposit.decline', 422, () => send('/payments/add', {})],
    ],
    findApiUsers: [
      ['user.find', 200, () => send('/users?username=nobody-here')],
      ['user.find', 200, () => send(`/users?email=${encodeURIComponent(bench.user.email)}`)],
    ],
  } satisfies Record<string, [string, number, () => Promise<number>][]>
  const ofApi = namedEndpoints.filter(([, { path }]) => path.startsWith('/adminapi/'))
  expect(ofApi.map(([name]) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const [action, status, call] of Object.values(calls).flat())
    expect(await rowsAddedBy(async () => expect(await call()).toBe(status))).toEqual([
      { ...rowOf(action), key_id: expect.any(String) },
    ])
  const found = await bench.ctx.pool.query(
    "select subject_id, after from audit_log where action in ('deposit.repeat', 'user.find') order by number",
  )
  expect(found.rows).toEqual([
    { subject_id: expect.any(BigInt), after: { user_id: bench.user.id, amount: '500000000' } },
    { subject_id: null, after: { count: 0 } },
    { subject_id: BigInt(bench.user.id), after: { count: 1 } },
  ])
})

const rowOf = (action: string) => ({ action, actor_id: admin.id, address: '127.0.0.1', key_id: null })

async function rowsAddedBy(change: () => Promise<void>) {
  const before = await readRows()
  await change()
  return (await readRows()).slice(before.length)
}

async function readRows() {
  const { rows } = await bench.ctx.pool.query(
    'select action, actor_id, address, key_id from audit_log order by number',
  )
  return rows
}
