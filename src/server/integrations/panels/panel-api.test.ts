import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'

import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'

import { panel } from './panel-client.ts'
import type { OrderToAdd, PanelAccount } from './panel.ts'

// Longer than most: each call of the protocol in each dialect, at one provider.

let provider: SandboxProvider
let account: PanelAccount
let order: OrderToAdd

beforeAll(async () => {
  provider = await startSandboxProvider({ catalogueSize: 300 })
  account = { apiUrl: provider.url, key: provider.key, allowedOrigin: provider.url }
  const list = await panel.services(account)
  const found = list.ok ? list.value.services.find(({ type }) => type === 'Default') : undefined
  order = toOrder(found?.service, found?.min)
})
afterAll(async () => {
  await closeOutboundPools()
  await provider.stop()
})
beforeEach(async () => {
  await fetch(`${provider.url}/sandbox/faults`, { method: 'DELETE' })
  await control(provider.url, 'settings', { quirks: [] })
})

const toOrder = (service = '', quantity = 0): OrderToAdd => ({
  provider_service: service,
  service_type: 'Default',
  link: 'https://example.com/p',
  quantity,
  details: {},
})

const adds = async () => {
  const response = await fetch(`${provider.url}/sandbox/calls?action=add`)
  const calls: unknown = await response.json()
  return Array.isArray(calls) ? calls.length : Number.NaN
}

test.each([
  ['wrap_services', 'string_ids', 'text_booleans'],
  ['wrap_data', 'number_booleans', 'byte_order_mark', 'html_content_type'],
])('reads the list of a provider with %s, %s, %s', async (...quirks) => {
  const plain = await panel.services(account)
  await control(provider.url, 'settings', { quirks })
  expect(await panel.services(account)).toEqual(plain)
  expect(plain.ok && plain.value.services.length).toBe(300)
})

test('an order is taken, polled and answered with unusual deviations', async () => {
  const added = await panel.add(account, order)
  if (added.kind !== 'accepted') throw new Error(JSON.stringify(added))
  for (const quirks of [
    [],
    ['lowercase_statuses', 'string_ids'],
    ['number_statuses', 'null_start_count'],
    ['text_errors'],
  ]) {
    await control(provider.url, 'settings', { quirks })
    const orders = await panel.orders(account, [added.order, '999999'])
    expect(orders.ok && orders.value.get(added.order)).toMatchObject({
      status: expect.stringMatching(/PENDING|PROCESSING/),
    })
    expect(orders.ok && orders.value.get('999999')).toEqual({
      fault: { code: 'said', details: { error: 'Incorrect order ID' } },
    })
  }
  await control(provider.url, 'settings', { quirks: ['unknown_statuses', 'remains_unknown'] })
  const odd = await panel.orders(account, [added.order])
  expect(odd.ok && odd.value.get(added.order)).toMatchObject({ status: undefined, remains: undefined })
})

/** The fault applies to one call only: a retry would be accepted, and counted. */
test.each([
  ['accept_no_reply', 1],
  ['error_500_after', 1],
  ['error_500_before', 0],
  ['reset', 0],
  ['html', 0],
  ['empty', 0],
  ['status_429', 0],
])('an add that ends with %s is unknown and is never retried', async (kind, taken) => {
  await control(provider.url, 'faults', { action: 'add', kind, times: 1 })
  const before = await adds()
  expect(await panel.add(account, order, { timeoutMs: 500 })).toMatchObject({ kind: 'unknown' })
  expect(await adds()).toBe(before + taken)
})

test('a success without an id is unknown', async () => {
  await control(provider.url, 'settings', { quirks: ['add_without_id'] })
  expect(await panel.add(account, order)).toMatchObject({ kind: 'unknown' })
})

test('refusals are distinguished', async () => {
  expect(await panel.add({ ...account, key: 'wrong' }, order)).toMatchObject({
    kind: 'refused',
    about: 'key',
  })
  expect(await panel.add(account, { ...order, provider_service: '99999999' })).toMatchObject({
    kind: 'rejected',
  })
  expect(await panel.add(account, { ...order, quantity: 0 })).toMatchObject({ kind: 'rejected' })
  expect(await panel.add({ ...account, allowedOrigin: undefined }, order)).toMatchObject({
    kind: 'not_sent',
  })
})

test.each([
  [['add_with_status']],
  [['add_in_data', 'string_ids']],
  [['add_order_object']],
  [['add_bare_id']],
  [['add_in_list']],
  [['warning_before', 'comment_after', 'byte_order_mark']],
  [['raw_deflate']],
  [['second_dialect']],
])('an order is taken, and found by its id, with %j', async (quirks) => {
  await control(provider.url, 'settings', { quirks })
  const added = await panel.add(account, order)
  if (added.kind !== 'accepted') throw new Error(JSON.stringify(added))
  await control(provider.url, 'settings', { quirks: [] })
  const orders = await panel.orders(account, [added.order])
  expect(orders.ok && orders.value.get(added.order)).toMatchObject({ status: 'PENDING' })
})

test.each([
  'faults_true_message',
  'faults_false_msg',
  'faults_success_data',
  'faults_code_msg',
  'warning_before',
  'second_dialect',
])('an error is certain with %s too', async (quirk) => {
  await control(provider.url, 'settings', { quirks: [quirk] })
  expect(await panel.add(account, { ...order, provider_service: '99999999' })).toEqual({
    kind: 'rejected',
    fault: { code: 'said', details: { error: 'Incorrect service ID' } },
  })
  const wrong = await panel.balance({ ...account, key: 'wrong' })
  expect(wrong).toMatchObject({ ok: false, isDown: false, about: 'key' })
})

test.each([
  ['many_words_for_key', 'key'],
  ['unauthenticated', 'key'],
  ['address_not_allowed', 'address'],
] as const)(
  'with %s an order is refused because of our %s, and certainly not taken',
  async (quirk, about) => {
    await control(provider.url, 'settings', { quirks: [quirk] })
    const open = { ...account, key: about === 'key' ? 'wrong' : account.key }
    expect(await panel.add(open, order)).toMatchObject({ kind: 'refused', about })
    expect(await panel.balance(open)).toMatchObject({ ok: false, isDown: false, about })
  },
)

test.each(['vietnamese_funds', 'turkish_funds', 'russian_funds', 'portuguese_funds'])(
  'with %s an order waits for funds',
  async (quirk) => {
    await control(provider.url, 'settings', { quirks: [quirk], balance: '0' })
    expect(await panel.add(account, order)).toMatchObject({ kind: 'refused', about: 'funds' })
    await control(provider.url, 'settings', { quirks: [], balance: '100000' })
  },
)

test('a redirect is reported with its target, and nothing is sent there', async () => {
  await control(provider.url, 'settings', { quirks: ['redirects_to_www'] })
  const read = await panel.balance(account)
  expect(read).toMatchObject({
    ok: false,
    fault: { code: 'moved', details: { location: expect.stringMatching(/^https:\/\/www\./) } },
  })
  expect(JSON.stringify(read)).not.toContain(account.key)
  const added = await panel.add(account, order)
  expect(added).toMatchObject({
    kind: 'unknown',
    fault: { code: 'moved', details: { location: expect.stringContaining('https://www.') } },
  })
})

test('a key that is read from the query only is detected, and no order is sent that way', async () => {
  await control(provider.url, 'settings', { quirks: ['key_by_get_only'] })
  expect(await panel.balance(account)).toMatchObject({ ok: false, isDown: false })
  expect(await panel.acceptsKeyByGet(account)).toBe(true)
  expect(await panel.acceptsKeyByGet({ ...account, key: 'wrong' })).toBe(false)
  expect(await panel.add(account, order)).not.toMatchObject({ kind: 'accepted' })
})

test.each([
  'unclear_cancel',
  'cancel_words',
  'cancel_objects',
  'cancel_ok',
  'cancel_success',
  'single_calls_only',
])('a cancel that is answered by %s is not refused', async (quirk) => {
  const list = await panel.services(account)
  const found = list.ok
    ? list.value.services.find(({ cancel, type }) => cancel && type === 'Default')
    : undefined
  const added = await panel.add(account, toOrder(found?.service, found?.min))
  if (added.kind !== 'accepted') throw new Error(JSON.stringify(added))
  await control(provider.url, 'settings', { quirks: [quirk] })
  expect(await panel.requestCancel(account, added.order)).toEqual({
    ok: true,
    value: quirk === 'unclear_cancel' ? undefined : { kind: 'asked' },
  })
})

test('a balance in another currency is reported', async () => {
  await control(provider.url, 'settings', { quirks: ['other_currency'] })
  expect(await panel.balance(account)).toMatchObject({ ok: true, value: { currency: 'INR' } })
})

test('refills and cancels of unknown orders are refused by id', async () => {
  expect(await panel.requestRefill(account, '999999')).toEqual({
    kind: 'rejected',
    fault: { code: 'said', details: { error: 'Incorrect order ID' } },
  })
  for (const quirks of [[], ['text_errors'], ['single_calls_only']]) {
    await control(provider.url, 'settings', { quirks })
    expect(await panel.requestCancel(account, '999999')).toEqual({
      ok: true,
      value: { kind: 'refused' },
    })
  }
})
