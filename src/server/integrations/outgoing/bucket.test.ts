import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { testStorage } from '#contract/settings/setup-tests.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { type FakeBucket, startFakeBucket } from '#test/fake-bucket.ts'
import { makePdf, sendForm } from '#test/make-files.ts'

let bucket: FakeBucket
let endpoint: string
let named: FakeBucket['named']
let objects: FakeBucket['objects']
let secretKey: string
let app: TestApp
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  bucket = await startFakeBucket()
  ;({ endpoint, named, objects, secretKey } = bucket)
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  admin = await makeUser(app.ctx, { role: 'admin' })
  user = await makeUser(app.ctx)
})
afterAll(async () => {
  await app.drop()
  await closeOutboundPools()
  bucket.stop()
})

const put = (body: unknown) => app.call(updateSettings, { token: admin.token, body })
const open = () =>
  sendForm(`${app.url}/api/tickets`, {
    token: user.token,
    fields: { subject: 'S', category: 'Other', message: 'M' },
    files: [{ name: 'a.pdf', bytes: makePdf() }],
  })
const fetchFirst = async (ticket: { id: number; messages: { attachments: { id: number }[] }[] }) => {
  const id = ticket.messages[0]?.attachments[0]?.id
  const answer = await fetch(`${app.url}/api/tickets/${ticket.id}/attachments/${id}`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
  return [answer.status, Buffer.from(await answer.arrayBuffer()).equals(makePdf())]
}

test('files go to the configured bucket, and older ones are still found in their previous place', async () => {
  const before = (await open()).json.ticket
  expect(objects.size).toBe(0)
  expect((await put({ storage: { endpoint, ...named }, storage_secret_key: secretKey })).status).toBe(200)
  const { status, json } = await open()
  expect([status, [...objects.values()]]).toEqual([201, [{ type: 'application/pdf', bytes: makePdf() }]])
  expect([...objects.keys()][0]).toMatch(new RegExp(`^/the-files/${user.id}/[A-Za-z0-9_-]{24}$`))
  expect([await fetchFirst(json.ticket), await fetchFirst(before)]).toEqual([
    [200, true],
    [200, true],
  ])
})

test('the bucket is tested with a file that is deleted afterwards, and a refusal is reported', async () => {
  const tryIt = async () => (await app.call(testStorage, { token: admin.token })).body
  await put({ storage: null })
  expect(await tryIt()).toMatchObject({ outcome: 'works', place: null, reason: null })
  await put({ storage: { endpoint, ...named }, storage_secret_key: secretKey })
  const kept = objects.size
  expect(await tryIt()).toMatchObject({
    outcome: 'works',
    place: `${endpoint}/${named.bucket}`,
    reason: null,
  })
  expect(objects.size).toBe(kept)
  bucket.isDown = true
  expect(await tryIt()).toMatchObject({
    outcome: 'failed',
    reason: { code: 'http_status', details: { http_status: 503 } },
  })
  bucket.isDown = false
  await put({ storage: { endpoint, ...named }, storage_secret_key: 'another' })
  expect(await tryIt()).toMatchObject({
    outcome: 'failed',
    reason: { code: 'http_status', details: { http_status: 403 } },
  })
  await put({ storage: { endpoint, ...named }, storage_secret_key: secretKey })
})

test('a bucket that is down or refuses blocks nothing, and is reported as a degraded part', async () => {
  bucket.isDown = true
  const { status, json } = await open()
  expect([status, json.code]).toEqual([503, 'unavailable'])
  bucket.isDown = false
  await put({ storage: { endpoint, ...named }, storage_secret_key: 'another' })
  expect((await open()).status).toBe(503)
  const tickets = await app.ctx.pool.query('select count(*)::int as n from tickets where messages <> 1')
  expect(tickets.rows[0].n).toBe(0)
})

test('every other bucket needs its key entered again, which is never returned', async () => {
  await put({ storage: { endpoint, ...named }, storage_secret_key: secretKey })
  const refusal = { storage_secret_key: 'Please enter the secret key of this bucket' }
  for (const odd of [{ endpoint: 'https://other.example.com' }, { bucket: 'other' }, { access_key_id: 'B' }])
    expect((await put({ storage: { endpoint, ...named, ...odd } })).body.fields).toEqual(refusal)
  expect((await put({ storage_secret_key: null })).body.fields).toEqual(refusal)
  for (const odd of ['nonsense', 'ftp://a.example', 'https://a.example/path', 'https://u:p@a.example'])
    expect(
      (await put({ storage: { ...named, endpoint: odd }, storage_secret_key: 'x' })).body.fields,
    ).toEqual({
      'storage.endpoint': 'Please enter a web address',
    })
  const visible = JSON.stringify([
    (await app.call(getSettings, { token: admin.token })).json,
    (await app.call(getConfig)).json,
    (await app.ctx.pool.query('select audit_log::text from audit_log')).rows,
    (await app.ctx.pool.query('select encode(sealed, $1) as sealed from settings_secrets', ['escape'])).rows,
  ])
  expect(visible).not.toContain(secretKey)
  expect((await app.call(getConfig)).json).not.toHaveProperty('storage')
  expect((await put({ storage: null })).body.has_storage_secret_key).toBe(false)
})

test("a bucket off the open internet is called only if the machine's operator allows it", async () => {
  const guarded = await makeTestApp()
  const staff = await makeUser(guarded.ctx, { role: 'admin' })
  const body = { storage: { endpoint, ...named }, storage_secret_key: secretKey }
  expect((await guarded.call(updateSettings, { token: staff.token, body })).status).toBe(200)
  const before = objects.size
  const fields = { subject: 'S', category: 'Other', message: 'M' }
  const files = [{ name: 'a.pdf', bytes: makePdf() }]
  const { token } = await makeUser(guarded.ctx)
  expect((await sendForm(`${guarded.url}/api/tickets`, { token, fields, files })).status).toBe(503)
  expect(objects.size).toBe(before)
  await guarded.drop()
})
