import { afterEach, beforeEach, expect, test } from 'vitest'
import { callPanel, control, postPanel } from '#sandbox/call-sandbox.ts'
import { startSandboxProvider, type SandboxProvider } from './start-provider.ts'

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
const ADD = { action: 'add', service: 1, link: 'someone', quantity: 100 }

test('lists of services come wrapped, with ids as strings and booleans as something else', async () => {
  await quirk('wrap_services', 'string_ids', 'number_booleans')
  expect(await call({ action: 'services' })).toMatchObject({ services: [{ service: '1', refill: 1 }] })
  await quirk('wrap_data', 'text_booleans')
  expect(await call({ action: 'services' })).toMatchObject({ data: [{ service: 1, refill: 'true' }] })
})

test('an added order is answered in other forms, and is taken all the same', async () => {
  await quirk('add_with_status', 'string_ids')
  expect(await call(ADD)).toEqual({ status: 'success', order: '23501' })
  await quirk('add_without_id')
  expect(await call(ADD)).toEqual({ status: 'success' })
  expect((await control(provider.url, 'calls?action=add')).body).toHaveLength(2)
})

test('statuses come in other words and numbers', async () => {
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

test('a cancel is answered without saying whether it was asked for, and is', async () => {
  await call(ADD)
  await quirk('unclear_cancel')
  expect(await call({ action: 'cancel', orders: '23501' })).toEqual({ success: expect.any(String) })
  expect((await control(provider.url, 'calls?action=cancel')).body).toHaveLength(1)
})

test('a refill goes where a test puts it, and is forgotten when told so', async () => {
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

test('the balance is in another currency, after a byte order mark, and calls itself HTML', async () => {
  await quirk('other_currency', 'byte_order_mark', 'html_content_type')
  const response = await postPanel(provider, { action: 'balance' })
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(JSON.parse(bytes.toString('utf8', 3))).toEqual({ balance: '8400000.00', currency: 'INR' })
})

test('a cached balance stands still while orders are taken, a post-paid one is always 0', async () => {
  const balance = async () => Object(await call({ action: 'balance' })).balance
  await quirk('cached_balance')
  await call(ADD)
  expect(await balance()).toBe('100000.00')
  await quirk()
  expect(await balance()).toBe('99999.90')
  await quirk('post_paid_balance')
  expect(await balance()).toBe('0.00')
})

test('a panel that knows single ids alone refuses lists of them as a whole', async () => {
  await quirk('single_status_only')
  await call(ADD)
  expect(await call({ action: 'status', orders: '23501' })).toEqual({ error: 'The order field is required' })
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ status: 'Pending' })
  expect(await call({ action: 'refill_status', refills: '1' })).toEqual({
    error: 'The refill field is required',
  })
})
