import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import { checkProvider, updateProvider } from '#contract/providers/providers.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type Quirk, QUIRKS } from '#sandbox/provider/quirk-kinds.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser } from '#test/factories.ts'

// Longer than most: one provider in every known dialect, on one app and one sandbox.

let app: TestApp
let token: string
let sandbox: SandboxProvider
let id: number

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin' })).token
  sandbox = await startSandboxProvider({ catalogueSize: 300 })
  id = (await makeProvider(app.ctx, sandbox)).id
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  await sandbox.stop()
})
beforeEach(async () => {
  await settings({ quirks: [], balance: '100' })
  await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' })
})

const settings = (body: object) => control(sandbox.url, 'settings', body)
const quirk = (...quirks: string[]) => settings({ quirks })

async function check(providerId = id): Promise<ConnectionTestLine[]> {
  const { status, body, json } = await app.call(checkProvider, { token, params: { id: providerId } })
  expect(status).toBe(200)
  expect(JSON.stringify(json)).not.toContain(sandbox.key)
  // Every bad finding has advice, and no other does.
  for (const { state, advice, code } of body.lines)
    expect([code, advice !== null]).toEqual([code, state !== 'good' && code !== 'clock_untold'])
  return body.lines
}

const queue = (user_id: number, order_id: bigint, provider_ref: string) =>
  app.ctx.db
    .insertInto('poll_queue')
    .values({
      user_id,
      order_id,
      kind: 'order',
      provider_id: id,
      provider_ref,
      due_at: new Date('2100-01-01'),
    })
    .execute()
const quirkNames = Object.keys(QUIRKS) as Quirk[] // its own keys
const codesOf = (lines: ConnectionTestLine[]) => lines.map(({ code }) => code)
const lineOf = (lines: ConnectionTestLine[], topic: string) => lines.find((line) => line.topic === topic)
const good = [
  'reached',
  'key_good',
  'balance_read',
  'currency_same',
  'services_in_part',
  'status_many',
  'clock_same',
  'pace_good',
]

test('for a working provider every line is good, except unknown service types', async () => {
  const lines = await check()
  expect(codesOf(lines)).toEqual(good)
  expect(lineOf(lines, 'services')).toMatchObject({
    state: 'warning',
    details: { services: 300, unread: 0, types: 'Subscriptions, Web Traffic' },
    sentence: expect.stringMatching(/^300 services offered\. \d+ of them have unknown types: S/),
  })
  expect(lineOf(lines, 'balance')).toMatchObject({ details: { balance: '100', currency: 'USD' } })
  expect(lineOf(lines, 'pace')).toMatchObject({ details: { at_once: 6, per_second: 100 } })
})

test.each([
  ['many_words_for_key', 'key_refused'],
  ['unauthenticated', 'key_refused'],
])(
  'a wrong key refused in the words of %s is a refused key, and dependent lines are left out',
  async (name, code) => {
    await quirk(name)
    const wrong = await makeProvider(app.ctx, { url: sandbox.url, key: 'a-wrong-key' })
    const lines = await check(wrong.id)
    expect(codesOf(lines)).toEqual(['reached', code, 'clock_same', 'pace_good'])
    expect(JSON.stringify(lines)).not.toContain('a-wrong-key')
  },
)

test("a refusal of this server's address is distinguished from one of the key", async () => {
  await quirk('address_not_allowed')
  expect(lineOf(await check(), 'key')).toMatchObject({ code: 'our_address_refused', state: 'bad' })
})

test('a key that is accepted by GET only is reported, and no order would be sent there', async () => {
  await quirk('key_by_get_only')
  expect(lineOf(await check(), 'key')).toMatchObject({ code: 'key_by_get_only', state: 'bad' })
})

test('a panel that moved is reported with its new address, and nothing else is called', async () => {
  await quirk('redirects_to_www')
  const lines = await check()
  expect(codesOf(lines)).toEqual(['redirected'])
  expect(lines[0]?.details).toEqual({ http_status: 301, location: 'https://www.panel.example/api/v2' })
})

test.each([
  ['html', 'no_panel'],
  ['empty', 'no_panel'],
  ['error_500_before', 'broken_down'],
  ['error_502_after', 'broken_down'],
  ['broken_json', 'no_panel'],
  ['reset', 'not_reached'],
])('an answer with %s is %s', async (kind, code) => {
  await control(sandbox.url, 'faults', { action: '*', kind, times: 9 })
  expect(codesOf(await check())).toEqual([code])
})

test('a balance in another currency is bad, with that currency', async () => {
  await quirk('other_currency')
  expect(lineOf(await check(), 'currency')).toMatchObject({
    code: 'currency_other',
    state: 'bad',
    details: { currency: 'INR', account_currency: 'USD' },
    advice: expect.stringContaining('INR'),
  })
})

test('a balance of zero is a warning', async () => {
  await quirk('post_paid_balance')
  expect(lineOf(await check(), 'balance')).toMatchObject({ code: 'balance_empty', state: 'warning' })
})

test('lists that are refused as lists mean single calls; the same refusal for both proves nothing', async () => {
  for (const [name, code] of [
    ['single_status_only', 'status_single'],
    ['single_calls_only', 'status_single'],
    ['spoiled_by_one', 'status_untold'],
    ['empty_array', 'status_many'],
    ['text_errors', 'status_many'],
  ] as const) {
    await quirk(name)
    expect([name, lineOf(await check(), 'status')?.code]).toEqual([name, code])
  }
})

test('an open order there makes it certain', async () => {
  const body = new URLSearchParams({
    key: sandbox.key,
    action: 'add',
    service: '101',
    link: 'a',
    quantity: '1000',
  })
  const added = await fetch(`${sandbox.url}/api/v2`, { method: 'POST', body })
  const { order } = (await added.json()) as { order: number }
  const user = await makeUser(app.ctx)
  await queue(user.id, 1n, String(order))
  await quirk('spoiled_by_one')
  expect(lineOf(await check(), 'status')?.code).toBe('status_many')
  // Next to an id it does not know, which fails the list.
  const known = app.ctx.db.updateTable('poll_queue').set({ due_at: new Date('2100-01-02') })
  await known.where('order_id', '=', 1n).execute()
  await queue(user.id, 2n, '999')
  expect(lineOf(await check(), 'status')).toMatchObject({ code: 'status_many', details: { per_call: 100 } })
  await quirk('single_status_only')
  expect(lineOf(await check(), 'status')?.code).toBe('status_single')
  await app.ctx.db.deleteFrom('poll_queue').execute()
})

test('the learned number of ids per call is reported', async () => {
  const learn = (orders: number) =>
    app.ctx.db
      .updateTable('providers')
      .set({ orders_per_call: orders, per_call_at: new Date() })
      .where('id', '=', id)
      .execute()
  await learn(25)
  expect(lineOf(await check(), 'status')?.details).toEqual({ per_call: 25 })
  await quirk('spoiled_by_one')
  await learn(1)
  expect(lineOf(await check(), 'status')?.code).toBe('status_single')
  await learn(100)
})

test('a clock that is an hour ahead is reported', async () => {
  await quirk('clock_ahead')
  const line = lineOf(await check(), 'clock')
  expect(line?.code).toBe('clock_off')
  expect(Number(line?.details['seconds'])).toBeGreaterThan(3_300)
})

test('a rate-limited call is reported in the line of the rate, with the limit', async () => {
  await control(sandbox.url, 'faults', { action: 'services', kind: 'status_429', times: 1 })
  const lines = await check()
  expect(lineOf(lines, 'services')?.code).toBe('services_not_read')
  expect(lineOf(lines, 'pace')).toMatchObject({
    code: 'pace_refused',
    details: { at_once: 6, per_second: 100 },
  })
})

test('the second dialect, noise around the JSON and slugs are still read', async () => {
  for (const name of [
    'second_dialect',
    'warning_before',
    'comment_after',
    'raw_deflate',
    'byte_order_mark',
  ]) {
    await quirk(name)
    const codes = codesOf(await check())
    expect([name, ...codes.slice(0, 5)]).toEqual([name, ...good.slice(0, 5)])
  }
})

test('of all deviations, only those that keep orders from being sent or polled are reported', async () => {
  const told: Partial<Record<Quirk, string>> = {
    address_not_allowed: 'our_address_refused',
    key_by_get_only: 'key_by_get_only',
    redirects_to_www: 'redirected',
    clock_ahead: 'clock_off',
    other_currency: 'currency_other',
    post_paid_balance: 'balance_empty',
    single_status_only: 'status_single',
    single_calls_only: 'status_single',
    spoiled_by_one: 'status_untold',
  }
  const found: typeof told = {}
  for (const name of quirkNames) {
    await quirk(name)
    const [odd] = codesOf(await check()).filter((code) => !good.includes(code))
    if (odd !== undefined) found[name] = odd
  }
  expect(found).toEqual(told)
}, 60_000)

test('an account without a key, with an unreadable one, or switched off is reported', async () => {
  const own = await makeProvider(app.ctx, { url: sandbox.url, key: sandbox.key, slug: 'off' })
  await app.call(updateProvider, { token, params: { id: own.id }, body: { is_enabled: false } })
  expect(codesOf(await check(own.id))).toEqual(['switched_off', ...good])
  await app.ctx.db.updateTable('providers').set({ slug: 'other' }).where('id', '=', own.id).execute()
  expect(codesOf(await check(own.id))).toEqual(['switched_off', 'key_unreadable'])
  await app.call(updateProvider, { token, params: { id: own.id }, body: { key: null } })
  expect(codesOf(await check(own.id))).toEqual(['switched_off', 'key_missing'])
})

test('an address in a private network is refused, with how to allow it', async () => {
  const { id: near } = await makeProvider(app.ctx, { url: 'http://10.0.0.1', slug: 'near' })
  await app.ctx.db.updateTable('providers').set({ is_sandbox: false }).where('id', '=', near).execute()
  const lines = await check(near)
  expect(codesOf(lines)).toEqual(['address_refused', 'not_encrypted'])
  expect(lines[0]?.advice).toContain('ALLOW_PRIVATE_ADDRESSES')
})

test('is for staff who may manage providers, and for an existing provider', async () => {
  const user = await makeUser(app.ctx)
  expect((await app.call(checkProvider, { token: user.token, params: { id } })).status).toBe(403)
  expect((await app.call(checkProvider, { params: { id } })).status).toBe(401)
  expect(await app.call(checkProvider, { token, params: { id: 999_999 } })).toMatchObject({
    status: 404,
    body: { code: 'provider_not_found' },
  })
})

test('a server that is down is reported, with what to check', async () => {
  const away = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  const lines = await check(away.id)
  expect(codesOf(lines)).toEqual(['not_reached'])
  expect(lines[0]?.sentence).toContain('the server refuses connections')
})
