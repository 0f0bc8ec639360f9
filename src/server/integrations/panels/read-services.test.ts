import { expect, test } from 'vitest'

import { movePoint } from './decimals.ts'
import { readServices, toPerThousand } from './read-services.ts'

test('a rate written as a number keeps its own digits', async () => {
  const row = '{"service":1,"name":"a","rate":1.10000000000000000001,"min":1,"max":2}'
  expect(await readServices(`[${row}]`)).toMatchObject({ services: [{ rate: '1.10000000000000000001' }] })
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

test('rows that cannot be sold are reported with their reason', async () => {
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

test('an id that is listed with different rates is reported and not used; with the same rate it counts once', async () => {
  const row = { service: 1, name: 'one', rate: '0.90', min: 1, max: 2 }
  const rows = [row, { ...row, rate: 0.9 }, { ...row, service: 2 }, { ...row, service: 2, rate: '1.1' }]
  const list = await readServices(JSON.stringify(rows))
  expect(list?.services.map(({ service }) => service)).toEqual(['1'])
  expect(list?.unread).toEqual([{ reason: 'repeated_id', service: '2', word: '0.9, 1.1' }])
})

test.each([
  ['0.005022', 3, '5.022'],
  ['1', 3, '1000'],
  ['0.0001234', 3, '0.1234'],
  ['5.022', -3, '0.005022'],
  ['1234.5', -3, '1.2345'],
])('the point of %s moved by %i makes %s', (decimal, places, expected) => {
  expect(movePoint(decimal, places)).toBe(expected)
})

test('rates per piece become rates per 1,000, and the price of a package stays', () => {
  const one = { service: '1', name: 'n', category: '', min: 1, max: 1, refill: false, cancel: false }
  const rest = { ...one, dripfeed: false, description: '', averageTime: undefined, rate: '0.005022' }
  const services = [
    { ...rest, type: 'Default' },
    { ...rest, type: 'package' },
  ]
  expect(toPerThousand({ services, unread: [] }).services.map(({ rate }) => rate)).toEqual([
    '5.022',
    '0.005022',
  ])
})

test('"1,234" is a decimal where the whole list has decimal commas, and otherwise no rate', async () => {
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
