import { afterEach, beforeEach, expect, test } from 'vitest'
import { callPanel, control } from '#sandbox/call-sandbox.ts'
import { startSandboxProvider, type SandboxProvider } from './start-provider.ts'

const base = { category: 'C', rate: '1', min: '1', max: '1000', refill: true, cancel: true }
let provider: SandboxProvider
beforeEach(async () => {
  provider = await startSandboxProvider({
    catalogue: [
      { ...base, service: 1, name: 'Drips', type: 'Default', dripfeed: true },
      { ...base, service: 2, name: 'Does not', type: 'Default', dripfeed: false },
      { ...base, service: 3, name: 'Says nothing of it', type: 'Default' },
      { ...base, service: 4, name: 'Auto likes', type: 'Subscriptions' },
      { ...base, service: 5, name: 'Slug', type: 'custom_comments' },
    ],
  })
})
afterEach(() => provider.stop())

const call = (fields: Record<string, string | number>): Promise<unknown> => callPanel(provider, fields)
const ADD = { action: 'add', service: 1, link: 'someone', quantity: 100 }
const INCORRECT = { error: 'Incorrect request' }

async function post(body: string | FormData, contentType?: string): Promise<unknown> {
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  const response = await fetch(`${provider.url}/api/v2`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  return response.json()
}

test('takes calls by GET, and by POST with any part in the query; the body takes precedence', async () => {
  const at = (query: object) =>
    `${provider.url}/api/v2?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  const { key } = provider
  const ask = async (...[url, init]: Parameters<typeof fetch>) => (await fetch(url, init)).json()
  expect(await ask(at({ ...ADD, key }))).toEqual({ order: 23_501 })
  expect(await ask(at({ key, action: 'services' }))).toHaveLength(5)
  const both = { 23501: expect.anything(), 9: expect.anything() }
  expect(await ask(at({ key, action: 'status', 'orders[0]': 23_501, 'orders[1]': 9 }))).toEqual(both)
  expect(await ask(at({ key, action: 'balance' }), { method: 'POST' })).toMatchObject({ currency: 'USD' })
  const form = new URLSearchParams({ service: '1', link: 'another', quantity: '7' })
  const asked = at({ key, action: 'add', quantity: 9 })
  expect(await ask(asked, { method: 'POST', body: form })).toEqual({ order: 23_502 })
  const json = JSON.stringify({ service: 1, link: 'third', quantity: 8 })
  expect(await ask(asked, { method: 'POST', body: json })).toEqual({ order: 23_503 })
  expect(await ask(at({ action: 'balance' }))).toEqual({ error: 'Invalid API key' })
  expect(await ask(at({ key }))).toEqual(INCORRECT)
  expect(await ask(at({ key, action: 'balance' }), { method: 'PUT' })).toEqual(INCORRECT)
  const { body } = await control(provider.url, 'calls?action=add')
  expect(body).toMatchObject([{ quantity: 100 }, { quantity: 7 }, { quantity: 8 }])
  expect(JSON.stringify((await control(provider.url, 'calls')).body)).not.toContain(key)
})

test('reports any status of an order that was set', async () => {
  await call(ADD)
  await call({ action: 'add', service: 4, username: 'someone', min: 10, max: 20, delay: 0, posts: 3 })
  for (const order of [23_501, 23_502])
    for (const status of ['Đang chạy', 'In progress', 'neworder.error.link', '4', '', 'x'.repeat(200)]) {
      expect((await control(provider.url, `orders/${order}`, { status })).status).toBe(200)
      expect(await call({ action: 'status', order })).toMatchObject({ status })
      expect(await call({ action: 'status', orders: order })).toEqual({
        [order]: expect.objectContaining({ status }),
      })
    }
  expect((await control(provider.url, 'orders/23501', { status: 'x'.repeat(201) })).status).toBe(400)
})

test('accepts multipart forms', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...ADD, key: provider.key })) form.set(name, String(value))
  expect(await post(form)).toEqual({ order: 23_501 })
})

test('an unknown call is answered with HTTP 200, and takes nothing', async () => {
  expect(await post('{"action":"add",', 'application/json')).toEqual(INCORRECT)
  expect(await post('[1,2]', 'application/json')).toEqual(INCORRECT)
  expect(await post('--x\r\nnonsense', 'multipart/form-data; boundary=x')).toEqual(INCORRECT)
  expect(await post('')).toEqual(INCORRECT)
  expect((await control(provider.url, 'calls?action=add')).body).toEqual([])
})

test('lists come as orders[0]=, as orders[]= and as a list of JSON', async () => {
  await call(ADD)
  await call(ADD)
  const both = { 23501: expect.anything(), 23502: expect.anything() }
  expect(await call({ action: 'status', 'orders[0]': 23_501, 'orders[1]': 23_502 })).toEqual(both)
  const body = `key=${provider.key}&action=status&orders[]=23501&orders[]=23502`
  expect(await post(body, 'application/x-www-form-urlencoded')).toEqual(both)
  const json = JSON.stringify({ key: provider.key, action: 'status', orders: [23_501, 23_502] })
  expect(await post(json, 'application/json; charset=utf-8')).toEqual(both)
})

test('options sent as "undefined" or "null" are ignored', async () => {
  expect(await call({ ...ADD, service: 2, runs: 'undefined', interval: 'null' })).toEqual({ order: 23_501 })
  const { body } = await control(provider.url, 'calls?action=add')
  expect(body).toEqual([expect.not.objectContaining({ runs: expect.anything() })])
})

test('drips only where the service does', async () => {
  expect(await call({ ...ADD, runs: 2, interval: 60 })).toEqual({ order: 23_501 })
  for (const fields of [
    { service: 2, runs: 2, interval: 60 },
    { service: 3, runs: 2, interval: 60 },
    { runs: 0 },
    { runs: 2, interval: 'often' },
  ])
    expect(await call({ ...ADD, ...fields })).toEqual(INCORRECT)
})

test('a subscription reports posts, and neither a start count nor remains', async () => {
  const add = { action: 'add', service: 4, username: 'someone', min: 10, max: 20, delay: 0, posts: 3 }
  expect(await call({ ...add, expiry: '2026-12-31' })).toEqual(INCORRECT)
  expect(await call({ ...add, expiry: '31/12/2026' })).toEqual({ order: 23_501 })
  expect(await call({ action: 'status', order: 23_501 })).toEqual({
    status: 'Active',
    expiry: '31/12/2026',
    posts: '3',
    orders: [],
    charge: '0.06',
    currency: 'USD',
  })
  await control(provider.url, 'orders/23501', { status: 'Canceled' })
  expect(await call({ action: 'status', orders: '23501' })).toMatchObject({ 23501: { status: 'Canceled' } })
})

test('a type spelled as a slug is ordered by its rules', async () => {
  expect(await call({ ...ADD, service: 5 })).toEqual(INCORRECT)
  expect(await call({ ...ADD, service: 5, comments: 'one\ntwo' })).toEqual({ order: 23_501 })
})

test('a cancel accepts `order` too', async () => {
  await call(ADD)
  expect(await call({ action: 'cancel', order: 23_501 })).toEqual([{ order: 23_501, cancel: 1 }])
})

test('an answer is truncated, with the order taken or not', async () => {
  const fault = { action: 'add', kind: 'broken_json', taken: true }
  await control(provider.url, 'faults', fault)
  await expect(call(ADD)).rejects.toThrow(SyntaxError)
  await control(provider.url, 'faults', { ...fault, taken: false })
  await expect(call(ADD)).rejects.toThrow(SyntaxError)
  expect((await control(provider.url, 'calls?action=add')).body).toHaveLength(1)
})
