import { type IncomingHttpHeaders, request } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callPanel, control, postPanel } from '#sandbox/call-sandbox.ts'
import { startSandboxProvider, type SandboxProvider } from './start-provider.ts'

// Longer than most: one case per quirk that the sandbox can play.

let provider: SandboxProvider
beforeEach(async () => {
  const service = {
    service: 1,
    name: 'F',
    type: 'Default',
    category: 'C',
    rate: '1',
    min: '1',
    max: '1000',
    refill: true,
    cancel: true,
  }
  provider = await startSandboxProvider({ catalogue: [service] })
})
afterEach(() => provider.stop())

const call = (fields: Record<string, string | number>): Promise<unknown> => callPanel(provider, fields)
const quirk = async (...quirks: string[]): Promise<void> => {
  expect((await control(provider.url, 'settings', { quirks })).status).toBe(200)
}
/** The raw bytes: `fetch` decompresses. */
function postPlain(url: string, form: URLSearchParams) {
  const answered = Promise.withResolvers<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const asking = request(url, { method: 'POST', headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      answered.resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks),
      }),
    )
  })
  asking.on('error', answered.reject).end(form.toString())
  return answered.promise
}
const ADD = { action: 'add', service: 1, link: 'someone', quantity: 100 }

test('lists of services come wrapped, with ids as strings and other booleans', async () => {
  await quirk('wrap_services', 'string_ids', 'number_booleans')
  expect(await call({ action: 'services' })).toMatchObject({ services: [{ service: '1', refill: 1 }] })
  await quirk('wrap_data', 'text_booleans')
  expect(await call({ action: 'services' })).toMatchObject({ data: [{ service: 1, refill: 'true' }] })
})

test('an added order is answered in other forms, and is still taken', async () => {
  await quirk('add_with_status', 'string_ids')
  expect(await call(ADD)).toEqual({ status: 'success', order: '23501' })
  await quirk('add_without_id')
  expect(await call(ADD)).toEqual({ status: 'success' })
  expect((await control(provider.url, 'calls?action=add')).body).toHaveLength(2)
})

test('statuses come as other words and numbers', async () => {
  await call(ADD)
  const cases: [moved: string, quirk: string, shown: unknown][] = [
    ['Canceled', 'spelled_cancelled', 'Cancelled'],
    ['Canceled', 'says_refunded', 'Refunded'],
    ['Partial', 'says_partially_completed', 'Partially completed'],
    ['In progress', 'says_inprogress', 'inprogress'],
    ['In progress', 'says_processing', 'Processing'],
    ['Completed', 'lowercase_statuses', 'completed'],
    ['Pending', 'number_statuses', 0],
    ['In progress', 'number_statuses', 1],
    ['Completed', 'number_statuses', 2],
    ['Partial', 'number_statuses', 3],
    ['Canceled', 'number_statuses', 4],
    ['Completed', 'unknown_statuses', 'Awaiting moderation'],
  ]
  for (const [status, name, shown] of cases) {
    await control(provider.url, 'orders/23501', { status })
    await quirk(name)
    expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ status: shown })
  }
  await quirk('remains_null')
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ remains: null })
  await quirk('remains_unknown', 'null_start_count')
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({
    remains: 'Unknown',
    start_count: null,
  })
})

test('a cancel answer does not say whether it was accepted, and it was', async () => {
  await call(ADD)
  await quirk('unclear_cancel')
  expect(await call({ action: 'cancel', orders: '23501' })).toEqual({ success: expect.any(String) })
  expect((await control(provider.url, 'calls?action=cancel')).body).toHaveLength(1)
})

test('a refill goes to the state that a test sets, and is forgotten when configured', async () => {
  await call(ADD)
  await control(provider.url, 'orders/23501', { status: 'Completed' })
  expect(await call({ action: 'refill', order: 23_501 })).toEqual({ refill: '1' })
  await control(provider.url, 'refills/1', { status: 'Rejected' })
  expect(await call({ action: 'refill_status', refill: 1 })).toEqual({ status: 'Rejected' })
  expect(await call({ action: 'refill', order: 23_501 })).toEqual({ refill: '2' })
  await quirk('forgets_refills')
  expect(await call({ action: 'refill_status', refill: 2 })).toEqual({ error: 'Refill not found' })
})

test('errors of single ids are plain strings, and an empty object is a list', async () => {
  await quirk('text_errors')
  expect(await call({ action: 'status', orders: '8,9' })).toEqual({
    8: 'Incorrect order ID',
    9: 'Incorrect order ID',
  })
  expect(await call({ action: 'cancel', orders: '8' })).toEqual([{ order: 8, cancel: 'Incorrect order ID' }])
  await quirk('empty_array')
  expect(await call({ action: 'status', orders: '8,9' })).toEqual([])
})

test('the balance is in another currency, after a byte order mark, and is labeled as HTML', async () => {
  await quirk('other_currency', 'byte_order_mark', 'html_content_type')
  const response = await postPanel(provider, { action: 'balance' })
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(JSON.parse(bytes.toString('utf8', 3))).toEqual({ balance: '8400000.00', currency: 'INR' })
})

test('a cached balance does not change while orders are taken, a post-paid one is always 0', async () => {
  const balance = async () => Object(await call({ action: 'balance' })).balance
  await quirk('cached_balance')
  await call(ADD)
  expect(await balance()).toBe('100000.00')
  await quirk()
  expect(await balance()).toBe('99999.90')
  await quirk('post_paid_balance')
  expect(await balance()).toBe('0.00')
})

test('a panel that supports single ids only refuses lists as a whole', async () => {
  await quirk('single_status_only')
  await call(ADD)
  expect(await call({ action: 'status', orders: '23501' })).toEqual({ error: 'The order field is required' })
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ status: 'Pending' })
  expect(await call({ action: 'refill_status', refills: '1' })).toEqual({
    error: 'The refill field is required',
  })
})

test('a panel with single calls only accepts no list at all', async () => {
  await quirk('single_calls_only')
  await call(ADD)
  for (const action of ['status', 'refill', 'cancel'])
    expect(await call({ action, orders: '23501' })).toEqual({ error: 'The order field is required' })
  expect(await call({ action: 'cancel', order: 23_501 })).toEqual([{ order: 23_501, cancel: 1 }])
})

test('one unknown id fails the whole list', async () => {
  await quirk('spoiled_by_one')
  await call(ADD)
  expect(await call({ action: 'status', orders: '23501' })).toMatchObject({ 23501: { status: 'Pending' } })
  expect(await call({ action: 'status', orders: '23501,9' })).toEqual({ error: 'Incorrect order ID' })
  expect(await call({ action: 'refill_status', refills: '9' })).toEqual({ error: 'Refill not found' })
})

test('errors come in other shapes and languages', async () => {
  const shapes: [quirk: string, fault: unknown][] = [
    ['faults_true_message', { error: true, message: 'Incorrect service ID' }],
    ['faults_false_msg', { status: false, msg: 'Incorrect service ID' }],
    ['faults_success_data', { success: false, data: { message: 'Incorrect service ID' } }],
    ['faults_code_msg', { code: 400, msg: 'Incorrect service ID' }],
  ]
  for (const [name, fault] of shapes) {
    await quirk(name)
    expect(await call({ ...ADD, service: 9 })).toEqual(fault)
  }
  await control(provider.url, 'settings', { balance: '0' })
  const words: [quirk: string, error: string][] = [
    ['vietnamese_funds', 'Số dư không đủ'],
    ['turkish_funds', 'Yetersiz bakiye'],
    ['russian_funds', 'Недостаточно средств'],
    ['portuguese_funds', 'Saldo insuficiente'],
  ]
  for (const [name, error] of words) {
    await quirk(name)
    expect(await call(ADD)).toEqual({ error })
  }
})

test('a wrong key is refused with other words, and a right one for its address', async () => {
  const wrong = { action: 'balance', key: 'wrong' }
  await quirk('many_words_for_key')
  expect(await call(wrong)).toEqual({ error: expect.stringContaining('API is Disable for this user') })
  await quirk('unauthenticated')
  const response = await postPanel(provider, wrong)
  expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthenticated.' }])
  await quirk('address_not_allowed')
  expect(await call({ action: 'balance' })).toEqual({ error: 'Your IP 192.0.2.7 is not allowed' })
})

test('a key is read from the query only', async () => {
  await quirk('key_by_get_only')
  expect(await call({ action: 'balance' })).toEqual({ error: 'Invalid API key' })
  const asked = await fetch(`${provider.url}/api/v2?key=${provider.key}&action=balance`)
  expect(await asked.json()).toMatchObject({ currency: 'USD' })
})

test('a moved panel answers with its new address, and takes nothing', async () => {
  await quirk('redirects_to_www')
  const body = new URLSearchParams({
    key: provider.key,
    action: 'add',
    service: '1',
    link: 'a',
    quantity: '9',
  })
  const response = await fetch(`${provider.url}/api/v2`, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe('https://www.panel.example/api/v2')
  expect((await control(provider.url, 'calls?action=add')).body).toEqual([])
})

test('the JSON comes between a warning and a comment, compressed, with a clock that is ahead', async () => {
  await quirk('warning_before', 'comment_after')
  const text = await (await postPanel(provider, { action: 'balance' })).text()
  expect(text).toMatch(/^<br \/>\n<b>Warning<\/b>[^]*\n\{"balance":[^]*\}\n<!--[^]*-->$/)
  await quirk('raw_deflate', 'clock_ahead')
  const form = new URLSearchParams({ key: provider.key, action: 'balance' })
  const { status, headers, body } = await postPlain(`${provider.url}/api/v2`, form)
  expect([status, headers['content-encoding']]).toEqual([200, 'deflate'])
  expect(JSON.parse(String(inflateRawSync(body)))).toMatchObject({ currency: 'USD' })
  expect(Date.parse(String(headers.date)) - Date.now()).toBeGreaterThan(3_000_000)
})

test('the second dialect is all of it together, and takes the same orders', async () => {
  await quirk('second_dialect')
  expect(await call({ action: 'services' })).toMatchObject({ data: [{ service: '1', type: 'default' }] })
  expect(await call(ADD)).toEqual({ status: 'success', data: { order: '23501' } })
  expect(await call({ ...ADD, service: 9 })).toEqual({ status: false, msg: 'Incorrect service ID' })
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ status: 'Queue' })
  await control(provider.url, 'orders/23501', { status: 'Completed' })
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ status: 'Done' })
  expect(await call({ action: 'refill', order: 23_501 })).toEqual({ status: 'success', refill_id: 1 })
  expect(await call({ action: 'cancel', orders: '23501' })).toEqual({ status: 'success' })
})

test('orders, cancels and refills are answered in the shapes seen in the field', async () => {
  const added: [quirk: string, answer: unknown][] = [
    ['add_order_object', { order: { id: 23_501 } }],
    ['add_bare_id', { id: 23_502 }],
    ['add_in_list', [{ order: 23_503 }]],
  ]
  for (const [name, answer] of added) {
    await quirk(name)
    expect(await call(ADD)).toEqual(answer)
  }
  const canceled: [quirk: string, answer: unknown][] = [
    ['cancel_words', { 23501: 'Canceled', 9: { error: 'Incorrect order ID' } }],
    ['cancel_objects', { 23501: { status: 'Cancelled' }, 9: { error: 'Incorrect order ID' } }],
    ['cancel_ok', { ok: 'true' }],
  ]
  for (const [name, answer] of canceled) {
    await quirk(name)
    expect(await call({ action: 'cancel', orders: '23501,9' })).toEqual(answer)
  }
  await control(provider.url, 'orders/23502', { status: 'Completed' })
  await quirk('refill_without_id', 'remains_negative')
  expect(await call({ action: 'refill', order: 23_502 })).toEqual({ success: true })
  expect(await call({ action: 'status', order: 23_502 })).toMatchObject({ remains: '-12' })
  await control(provider.url, 'refills/1', { status: 'In progress' })
  await quirk('refill_in_progess', 'comma_rates')
  expect(await call({ action: 'refill_status', refill: 1 })).toEqual({ status: 'In progess' })
})
