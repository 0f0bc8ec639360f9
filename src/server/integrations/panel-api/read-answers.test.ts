import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readRefill, readRefillState } from './ask-panel.ts'
import { cutRows } from './cut-rows.ts'
import { readAnswer } from './read-answer.ts'
import { toPanelUrl } from './panel-account.ts'
import { readCancel } from './read-cancel.ts'
import { readError } from './read-error.ts'
import { readBody, readJson } from './read-json.ts'
import { readServices } from './read-services.ts'
import { readEntries, readOrder, toOrderStatus } from './read-status.ts'
import { readCount, readDecimal, readFlag, readId } from './read-values.ts'

test.each([
  ['0.90', '0.9'],
  [0.9, '0.9'],
  ['1.23e-7', '0.000000123'],
  ['9E-5', '0.00009'],
  ['12e2', '1200'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007.10', '7.1'],
  ['-3.20', '-3.2'],
  ['1,234.56', '1234.56'],
  ['$0.5', '0.5'],
  ['0.00000000123456', '0.00000000123456'],
  ['1e99', undefined],
  ['9999999999999999', undefined],
  ['0,90', '0.9'],
  ['0,575', '0.575'],
  ['12,5', '12.5'],
  ['-0,0023', '-0.0023'],
  ['1234,567', '1234.567'],
  ['1.234,56', '1234.56'],
  ['1 234,56', '1234.56'],
  ['1,234,567', '1234567'],
  ['1,234', undefined],
  ['', undefined],
  ['.', undefined],
  ['abc', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  [null, undefined],
  [true, undefined],
])('the figure %j is %j', (value, expected) => {
  expect(readDecimal(value)).toBe(expected)
})

test('a rate written as a number keeps its own digits', async () => {
  const row = '{"service":1,"name":"a","rate":1.10000000000000000001,"min":1,"max":2}'
  expect(await readServices(`[${row}]`)).toMatchObject({ services: [{ rate: '1.10000000000000000001' }] })
})

test.each([
  ['157', 157],
  [157, 157],
  ['1,000', 1000],
  ['10.00', 10],
  ['Unknown', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  [null, undefined],
  ['', undefined],
])('the count %j is %j', (value, expected) => {
  expect(readCount(value)).toBe(expected)
})

test('flags and ids are read in every spelling seen', () => {
  for (const yes of [true, 1, '1', 'true', 'TRUE', 'yes']) expect(readFlag(yes)).toBe(true)
  for (const no of [false, 0, '0', 'false', '', null, undefined, 'no', 2, [], {}])
    expect(readFlag(no)).toBe(false)
  for (const none of [0, '0', '', null, false, 'error', 'a b', '../1', [1], -1])
    expect(readId(none)).toBeUndefined()
  expect(readId('a1-b2')).toBe('a1-b2')
})

test.each([
  ['Pending', 'PENDING'],
  ['In progress', 'PROCESSING'],
  ['inprogress', 'PROCESSING'],
  ['IN_PROGRESS', 'PROCESSING'],
  ['Processing', 'PROCESSING'],
  ['completed', 'COMPLETED'],
  ['Partial', 'PARTIAL'],
  ['Partially completed', 'PARTIAL'],
  ['Canceled', 'CANCELED'],
  ['Cancelled', 'CANCELED'],
  ['Refunded', 'CANCELED'],
  ['Refunds', 'CANCELED'],
  ['success', 'COMPLETED'],
  ['Done', 'COMPLETED'],
  ['Finished', 'COMPLETED'],
  ['Queue', 'PENDING'],
  ['In queue', 'PENDING'],
  ['Creating', 'PENDING'],
  ['Moderation', 'PENDING'],
  ['Awaiting', 'PENDING'],
  ['Delivering', 'PROCESSING'],
  ['Active', 'PROCESSING'],
  ['0', 'PENDING'],
  ['3', 'PARTIAL'],
  ['5', 'CANCELED'],
  ['Fail', undefined],
  ['Failed', undefined],
  ['Error', undefined],
  ['Rejected', undefined],
  ['Canceling', undefined],
  ['6', undefined],
  ['-1', undefined],
  ['1.0', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['Awaiting moderation', undefined],
])('the status %j is %j', (raw, expected) => {
  expect(toOrderStatus(raw)).toBe(expected)
})

test('an unknown status is told as it was written and is never canceled', () => {
  expect(readOrder({ status: 'Moderated', charge: '1', remains: 'Unknown', start_count: null })).toEqual({
    status: undefined,
    raw: 'Moderated',
    charge: '1',
    currency: undefined,
    remains: undefined,
    startCount: undefined,
  })
})

test.each([
  ['Partial', '-3', 0],
  ['Partial', 'Unknown', 0],
  ['Completed', 'unknown', 0],
  ['In progress', 'Unknown', undefined],
  ['In progress', -1, 0],
  ['Canceled', 'Unknown', undefined],
  ['Partial', null, undefined],
  ['Partial', '157', 157],
])('of what is %s, remains %j means %j', (status, remains, expected) => {
  expect(readOrder({ status, charge: '1', remains })).toMatchObject({ remains: expected })
})

test('numbers as status are understood', () => {
  expect(readOrder({ status: 0, charge: 0.5, remains: 3 })).toMatchObject({
    status: 'PENDING',
    charge: '0.5',
    remains: 3,
  })
})

test('entries are found by id in every shape, and only those asked for', () => {
  const ids = ['1', '10']
  const ask = (text: string) => Object.fromEntries(readEntries(readJson(text), ids, 'order'))
  expect(ask('{"1":{"status":"x"},"10":"Incorrect order ID","99":{}}')).toEqual({
    1: { status: 'x' },
    10: 'Incorrect order ID',
  })
  expect(ask('{"orders":{"1":{"status":"x"}}}')).toEqual({ 1: { status: 'x' } })
  expect(ask('[{"order":1,"status":"x"},{"order":"10","error":"no"}]')).toMatchObject({
    1: { status: 'x' },
    10: { error: 'no' },
  })
  expect(ask('[]')).toEqual({})
  expect(Object.fromEntries(readEntries(readJson('{"status":"x"}'), ['5'], 'order'))).toEqual({
    5: { status: 'x' },
  })
})

test.each([
  '{"services":LIST}',
  '{"data":LIST}',
  '{"status":"success","data":{"services":LIST}}',
  'LIST',
  '{"0":ROW,"2":ROW}',
])('finds the list in %s', async (shape) => {
  const row =
    '{"service":"1","name":" Followers 𝐈𝐆 ","rate":"0.90","min":"50","max":"10000","refill":1,"cancel":"true"}'
  const body = shape.replaceAll('LIST', `[${row}]`).replaceAll('ROW', row)
  expect((await readServices(body))?.services).toMatchObject([
    {
      service: '1',
      name: 'Followers 𝐈𝐆',
      rate: '0.9',
      min: 50,
      max: 10000,
      refill: true,
      cancel: true,
      dripfeed: false,
    },
  ])
})

test('rows that can not be sold are told of with their reason', async () => {
  const rows = [
    { service: 1, name: 'ok', rate: '1', min: 1, max: 2 },
    { service: 2, name: 'no rate', min: 1, max: 2 },
    { service: 3, name: 'negative', rate: '-1', min: 1, max: 2 },
    { service: 4, name: 'turned round', rate: '1', min: 5, max: 2 },
    { service: 5, name: '', rate: '1', min: 1, max: 2 },
    { name: 'no id', rate: '1', min: 1, max: 2 },
    { service: 1, name: 'again', rate: '1', min: 1, max: 2 },
    'text',
    null,
  ]
  const list = await readServices(JSON.stringify(rows))
  expect(list?.services.map(({ name }) => name)).toEqual(['ok'])
  expect(list?.unread.map(({ service, reason }) => [service, reason])).toEqual([
    ['2', 'no_rate'],
    ['3', 'no_rate'],
    ['4', 'no_range'],
    ['5', 'no_name'],
    [null, 'no_id'],
    [null, 'not_a_service'],
    [null, 'not_a_service'],
  ])
})

test('"1,234" is a decimal where the whole list has decimal commas, and no rate anywhere else', async () => {
  const list = (...rates: string[]) =>
    readServices(
      JSON.stringify(rates.map((rate, at) => ({ service: at + 1, name: 'a', rate, min: 1, max: 2 }))),
    )
  expect((await list('0,90', '1,234', '2'))?.services.map(({ rate }) => rate)).toEqual(['0.9', '1.234', '2'])
  for (const rates of [
    ['1,234', '0.90'],
    ['1,234', '0,90', '0.5'],
    ['1,234', '1,234.56'],
    ['1,234', '0,90', '1,234,567'],
    ['1,234', '5'],
  ]) {
    const read = await list(...rates)
    expect(read?.services.map(({ service }) => service)).not.toContain('1')
    expect(read?.unread).toEqual([{ reason: 'no_rate', service: '1', word: '1,234' }])
  }
})

test('faults of a whole call are told apart from faults of one id', () => {
  expect(readAnswer({ status: 200, body: '{"error":"Invalid API key"}' }, 'k')).toMatchObject({
    ok: false,
    isDown: false,
  })
  expect(readAnswer({ status: 200, body: '"Invalid API key"' }, 'k')).toMatchObject({
    ok: false,
    isDown: false,
  })
  expect(readAnswer({ status: 200, body: '{"1":{"error":"Incorrect order ID"}}' }, 'k')).toMatchObject({
    ok: true,
  })
  expect(readAnswer({ status: 502, body: '<html>' }, 'k')).toMatchObject({ ok: false, isDown: true })
  expect(readAnswer({ status: 200, body: '' }, 'k')).toMatchObject({ ok: false, isDown: true })
  expect(readAnswer({ status: 302, body: '' }, 'k')).toMatchObject({ ok: false })
})

test('refills and cancels are read in every shape', () => {
  expect(readRefill({ status: 200, body: '{"refill":"1"}' }, 'k')).toEqual({ kind: 'accepted', refill: '1' })
  expect(readRefill({ status: 200, body: '[{"order":1,"refill":7}]' }, 'k')).toEqual({
    kind: 'accepted',
    refill: '7',
  })
  expect(readRefill({ status: 200, body: '{"refill":{"error":"Incorrect order ID"}}' }, 'k')).toEqual({
    kind: 'rejected',
    error: 'Incorrect order ID',
  })
  expect(readRefill({ status: 200, body: '{"error":"no"}' }, 'k')).toEqual({ kind: 'rejected', error: 'no' })
  expect(readRefill({ status: 500, body: '{"error":"no"}' }, 'k')).toMatchObject({ kind: 'unknown' })
  expect(readRefill({ status: 200, body: '<html>' }, 'k')).toMatchObject({ kind: 'unknown' })
  expect(readRefillState({ refill: 1, status: 'In progress' })).toEqual({
    state: 'pending',
    raw: 'In progress',
  })
  expect(readRefillState({ refill: 1, status: { error: 'Refill not found' } })).toEqual({
    error: 'Refill not found',
  })
  expect(readRefillState({ refill: 1, status: 'Odd' })).toEqual({ state: undefined, raw: 'Odd' })
  expect(readCancel({ order: 2, cancel: 1 })).toEqual({ kind: 'asked' })
  expect(readCancel({ order: 9, cancel: { error: 'Incorrect order ID' } })).toEqual({
    kind: 'refused',
    error: 'Incorrect order ID',
  })
  expect(readCancel('Incorrect order ID')).toEqual({ kind: 'refused', error: 'Incorrect order ID' })
})

test('an origin alone means its /api/v2, anything longer is kept as typed', () => {
  expect(toPanelUrl('https://panel.example')).toBe('https://panel.example/api/v2')
  expect(toPanelUrl('https://panel.example/')).toBe('https://panel.example/api/v2')
  expect(toPanelUrl('https://panel.example/x/api.php?a=1')).toBe('https://panel.example/x/api.php?a=1')
})

test('no answer crashes a parser', () => {
  const parsers = (body: string) => {
    const { value } = readBody(body)
    readAnswer({ status: 200, body }, 'secret-key')
    readRefill({ status: 200, body }, 'secret-key')
    Array.from(cutRows(body))
    readError(value)
    readOrder(value)
    for (const [, entry] of readEntries(value, ['1', '2'], 'order')) {
      readOrder(entry)
      readCancel(entry)
      readRefillState(entry)
    }
  }
  const member = fc.constantFrom(
    'service',
    'name',
    'rate',
    'min',
    'max',
    'status',
    'order',
    'error',
    'data',
    '1',
    '2',
    '__proto__',
  )
  const odd = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, -1, 1e300, '', '1', 'Unknown', '\uD800', '\0', 'In progress'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(member, tie('value'), { maxKeys: 5 }),
    ),
  }))
  const anyJson = fc.property(odd.value, (value) => parsers(JSON.stringify(value)))
  const anyText = fc.property(fc.string({ unit: 'binary' }), parsers)
  expect(() => [anyJson, anyText].forEach((property) => fc.assert(property))).not.toThrow()
})
