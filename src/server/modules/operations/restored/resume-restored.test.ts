import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { decideOrders, listIncidents } from '#contract/orders/order-incidents.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { getAttention } from '#contract/operations/attention.ts'
import { getRestoration, resumeRestored as endpoint } from '#contract/operations/restoration.ts'
import { getProfile } from '#contract/users/users.ts'
import { readFailedEmails } from '#contract/messaging/failed-emails.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { openArchiveFile } from '#server/modules/operations/backups/archive/open-archive.ts'
import { makeFileSink } from '#server/modules/operations/backups/archive/sink.ts'
import { restoreShop } from '#server/modules/operations/backups/restore-shop.ts'
import { writeBackup } from '#server/modules/operations/backups/write-backup.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { startWorker } from '#server/worker.ts'
import type { TestApp } from '#test/app.ts'
import { makeEmptyDatabase } from '#test/database.ts'
import { auditMoney } from '#test/audit.ts'
import { makeService, makeUser, signIn, type TestUser } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

import { deleteUser } from '#server/modules/operations/user-deletion/delete-user.ts'
// One story: a shop writes an archive, continues for fifty orders, loses its database, is restored and resumed.

const QUEUED = 6
const SINCE = 50
let before: PaymentsApp
let target: Awaited<ReturnType<typeof makeEmptyDatabase>>
let app: TestApp
let panel: TestPanel
let customer: TestUser
let owner: TestUser
let leaver: TestUser
let reference: string
let ids: { unknown: number; lastSince: number }
let token: string

const linkOf = (name: string) => `https://example.com/${name}`
let service: { id: number }
async function place(at: TestApp, name: string): Promise<number> {
  const body = { service_id: service.id, link: linkOf(name), quantity: 100 }
  const { status, body: placed } = await at.call(createOrder, { token: customer.token, body })
  if (status !== 201) throw new Error(`${name} was not placed: ${JSON.stringify(placed)}`)
  return placed.order.id
}

/** As a sender that has no answer from the provider yet. */
async function claim(id: number): Promise<number> {
  await before.database.pool.query(
    `with claimed as (
       update dispatch_queue set token = gen_random_uuid(), lease_until = now() + interval '90 s', tries = 1
       where order_id = $1 returning *)
     insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost, lease_until)
     select user_id, order_id, tries, token, supply_id, provider_id, '1', 1, lease_until from claimed`,
    [id],
  )
  return id
}

async function sendAll(): Promise<void> {
  const { pool } = before.database
  const dispatcher = makeDispatcher(before.ctx)
  const queued = async () =>
    (await pool.query(`update dispatch_queue set due_at = now() - interval '1 s' where token is null`))
      .rowCount
  while ((await queued()) !== 0) await dispatcher.pump()
  await dispatcher.stop()
}
const linksTaken = async () => (await panel.adds()).map(({ link }) => link)

beforeAll(async () => {
  before = await makePaymentsApp()
  const { ctx, database } = before
  panel = await startPanel(ctx)
  customer = await makeUser(ctx, { balance: '100' })
  owner = await makeUser(ctx, { role: 'admin' })
  leaver = await makeUser(ctx)
  service = await makeService(ctx, { supply: { providerId: panel.provider.id, service: '1' } })
  await place(before, 'accepted')
  await sendAll()
  await claim(await place(before, 'sending'))
  const unknown = await claim(await place(before, 'unknown'))
  await database.pool.query(`update order_attempts set state = 'unknown' where order_id = $1`, [unknown])
  await database.pool.query(
    `update orders set dispatch = 'unknown', review_code = 'reply_awaited', review_details = '{"error": "?"}' where id = $1`,
    [unknown],
  )
  for (let at = 0; at < QUEUED; at += 1) await place(before, `queued-${at}`)
  reference = await before.open(customer.token, 20)
  await refreshBalance(ctx, panel.provider.id)
  const email = { userId: customer.id, receiver: customer.email, details: {} }
  await transact(ctx, (tx, publish) =>
    queueEmail(tx, publish, { ...email, event: 'before:1', kind: 'password_changed' }),
  )
  const file = join(ctx.config.dataDir, 'archive.tar.zst')
  await writeBackup({
    ownerUrl: database.url,
    product: '0.0.0-test',
    files: { folder: join(ctx.config.dataDir, 'attachments'), bucket: undefined },
    sink: await makeFileSink(file),
  })

  await sendAll()
  let lastSince = 0
  for (let at = 0; at < SINCE; at += 1) lastSince = await place(before, `since-${at}`)
  await sendAll()
  await before.move(reference, 'paid')
  const by = { actorId: owner.id, address: '127.0.0.1' }
  const staff = { role: 'admin', permissions: null } as const
  await deleteUser(ctx, { by, staff, userId: leaver.id, shown: { balance: 0n as never, openOrders: 0 } })

  target = await makeEmptyDatabase()
  const opened = await openArchiveFile(file, {
    passphrase: () => Promise.reject(new Error('it is not sealed')),
  })
  const archive = await opened.read()
  await restoreShop({ config: ctx.config, ownerUrl: target.url, productUrl: target.url, archive })
  app = await before.another({ databaseUrl: target.url })
  token = await signIn(app.ctx, owner.id)
  ids = { unknown, lastSince }
})
afterAll(async () => {
  await panel.stop()
  await before.gateway.stop()
  await before.drop()
  await target.drop()
})

test('the queued orders were sent since the backup, and so were fifty more', async () => {
  const links = await linksTaken()
  expect(links).toHaveLength(1 + QUEUED + SINCE)
  expect(new Set(links).size).toBe(links.length)
})

test('owners see first what resuming will do; other staff see only that it is fenced', async () => {
  const { restoration } = (await app.call(getRestoration, { token })).body
  expect(restoration).toMatchObject({
    plan: { orders: QUEUED + 2, emails: 1, deposits: 1, users: 1, cancels: 0, refills: 0 },
    has_deleted_users: true,
    gateways: [{ gateway: 'cryptomus', is_listed: true }],
  })
  expect(restoration?.plan.sessions).toBeGreaterThan(0)
  // What the sandbox charged since then.
  const [balance] = restoration?.providers ?? []
  expect(Number(balance?.difference)).toBeLessThan(0)
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  expect((await app.call(getRestoration, { token: clerk.token })).body.restoration).toBeNull()
  expect((await app.call(getAttention, { token: clerk.token })).body.fenced).not.toBeNull()
})

test('only an owner with a proof resumes, and only the restore that was shown', async () => {
  const id = (await app.call(getRestoration, { token })).body.restoration?.id
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  const refused = await app.call(endpoint, { token: clerk.token, body: { id } })
  expect(refused.body.code).toBe('insufficient_permissions')
  await app.ctx.pool.query(
    `update sessions set signed_in_at = now() - interval '11 min' where user_id = $1`,
    [owner.id],
  )
  expect((await app.call(endpoint, { token, body: { id } })).body.code).toBe('proof_required')
  await app.ctx.pool.query(`update sessions set signed_in_at = now() where user_id = $1`, [owner.id])
  const other = await app.call(endpoint, { token, body: { id: crypto.randomUUID() } })
  expect(other.json).toMatchObject({ code: 'state_conflict', details: { reason: 'not_fenced' } })
  expect(app.ctx.fence.isUp()).toBe(true)
})

test('an interrupted resume continues where it stopped', async () => {
  const { pool } = target
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`,
  )
  await pool.query('create trigger refuse before update on emails for each row execute function refuse()')
  const id = (await app.call(getRestoration, { token })).body.restoration?.id
  expect((await app.call(endpoint, { token, body: { id } })).status).toBe(500)
  expect(app.ctx.fence.isUp()).toBe(true)
  await pool.query('drop trigger refuse on emails')

  // Sessions are ended before the last tx: processes that cache them must get the event even if that tx fails.
  await pool.query(
    'create trigger refuse before update of resumed_at on restorations for each row execute function refuse()',
  )
  let heard = 0
  const off = app.ctx.events.on('resumed', () => (heard += 1))
  expect((await app.call(endpoint, { token, body: { id } })).status).toBe(500)
  off()
  expect(heard).toBeGreaterThan(0)
  expect(app.ctx.fence.isUp()).toBe(true)
  await pool.query('drop function refuse cascade')

  const { status, body } = await app.call(endpoint, { token, body: { id } })
  expect(status).toBe(200)
  expect(body.done).toMatchObject({ orders: QUEUED + 2, emails: 1, deposits: 1, users: 1 })
  await expect.poll(() => app.ctx.fence.isUp()).toBe(false)
  const again = await app.call(endpoint, { token, body: { id } })
  expect(again.body.code).toBe('state_conflict')
})

test('nothing is sent twice: all of it waits for staff, in one incident, with evidence', async () => {
  const worker = startWorker(app.ctx)
  try {
    const waiting = async () => {
      const { rows } = await app.ctx.pool.query<{ count: number }>(
        `select count(*)::int from orders where dispatch = 'review' and review_code = 'restored'`,
      )
      return rows[0]?.count
    }
    await expect.poll(waiting, { timeout: 30_000, interval: 200 }).toBe(QUEUED + 2)
    await expect.poll(async () => (await app.call(getProfile, { token: customer.token })).status).toBe(401)
    // The open deposit was paid meanwhile, and is credited by the gateway's answer.
    const paid = async () =>
      (await app.ctx.pool.query(`select status from deposits where reference = $1`, [reference])).rows[0]
        ?.status
    await expect.poll(paid, { timeout: 15_000 }).toBe('completed')
    await sleep(1_000)
  } finally {
    await worker.stop()
  }
  const links = await linksTaken()
  expect(new Set(links).size).toBe(links.length)
  const { incidents } = (await app.call(listIncidents, { token })).body
  const restored = incidents.filter(({ review_code: code }) => code === 'restored')
  expect(restored.reduce((sum, { orders }) => sum + orders, 0)).toBe(QUEUED + 2)
  const { rows } = await app.ctx.pool.query(
    `select jsonb_path_query_array(evidence, '$[*].code') as codes from order_attempts where state = 'unknown'`,
  )
  expect(rows.every(({ codes }) => codes.includes('balance'))).toBe(true)
  await auditMoney(app.ctx)
})

test('staff decide them together, and a refunded order is not sent', async () => {
  const { incidents } = (await app.call(listIncidents, { token })).body
  const queued = incidents.flatMap(({ order_ids: order }) => order).filter((id) => id > ids.unknown)
  const items = queued.map((id) => ({ id, decision: 'refund' }))
  const { body } = await app.call(decideOrders, { token, body: { items, reason: 'Lost', dry_run: false } })
  expect(body.totals.refund.orders).toBe(QUEUED)
  await auditMoney(app.ctx)
})

test('an email from before the backup is listed as failed, a deleted user is deleted again, and no id is assigned twice', async () => {
  const { emails } = (await app.call(readFailedEmails, { token })).body
  expect(emails).toMatchObject([{ kind: 'password_changed', reason: { code: 'restored' } }])
  const { rows } = await app.ctx.pool.query(`select name, deleted_at from users where id = $1`, [leaver.id])
  expect(rows[0]).toMatchObject({ name: 'Deleted user', deleted_at: expect.any(Date) })
  customer.token = await signIn(app.ctx, customer.id)
  expect(await place(app, 'after')).toBeGreaterThan(ids.lastSince)
})
