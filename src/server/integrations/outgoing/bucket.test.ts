import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'

import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { testStorage } from '#contract/settings/setup-tests.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makePdf, sendForm } from '#test/make-files.ts'

const secretKey = 'a-secret-of-the-bucket'
const named = { region: 'eu-1', bucket: 'the-files', access_key_id: 'AKID' }
/** A bucket that accepts requests signed with its key, and nothing else. */
const objects = new Map<string, { type: string | undefined; bytes: Buffer }>()
let isDown = false
let server: Server
let endpoint: string
let app: TestApp
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  admin = await makeUser(app.ctx, { role: 'admin' })
  user = await makeUser(app.ctx)
})
afterAll(async () => {
  await app.drop()
  await closeOutboundPools()
  server.close()
})

async function answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer }> {
  const bytes = Buffer.concat(await Array.fromAsync(request))
  const { method, url = '', headers } = request
  const known = objects.get(url)
  if (isDown) return { status: 503 }
  if (!(await isSigned(request, bytes))) return { status: 403 }
  if (method === 'PUT') {
    objects.set(url, { type: headers['content-type'], bytes })
    return { status: 200 }
  }
  if (known === undefined) return { status: 404 }
  if (method === 'GET') return { status: 200, body: known.bytes }
  objects.delete(url)
  return { status: 204 }
}

async function isSigned(
  { method = '', url = '', headers }: IncomingMessage,
  bytes: Buffer,
): Promise<boolean> {
  const sum = createHash('sha256').update(bytes).digest('hex')
  if (headers['x-amz-content-sha256'] !== sum) return false
  const signer = new AwsV4Signer({
    method,
    url: `http://${String(headers.host)}${url}`,
    headers: { 'x-amz-content-sha256': sum },
    datetime: String(headers['x-amz-date']),
    accessKeyId: named.access_key_id,
    secretAccessKey: secretKey,
    service: 's3',
    region: named.region,
  })
  return (await signer.sign()).headers.get('authorization') === headers.authorization
}

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
  isDown = true
  expect(await tryIt()).toMatchObject({
    outcome: 'failed',
    reason: { code: 'http_status', details: { http_status: 503 } },
  })
  isDown = false
  await put({ storage: { endpoint, ...named }, storage_secret_key: 'another' })
  expect(await tryIt()).toMatchObject({
    outcome: 'failed',
    reason: { code: 'http_status', details: { http_status: 403 } },
  })
  await put({ storage: { endpoint, ...named }, storage_secret_key: secretKey })
})

test('a bucket that is down or refuses blocks nothing, and is reported as a degraded part', async () => {
  isDown = true
  const { status, json } = await open()
  expect([status, json.code]).toEqual([503, 'unavailable'])
  isDown = false
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
