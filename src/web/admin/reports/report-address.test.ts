import { expect, test } from 'vitest'

import { reportOf } from './report-address.ts'

const now = new Date('2026-03-10T23:30:00Z')
const read = (search: string) => reportOf(new URLSearchParams(search), now)

test('an address names its period by days that end today, or by both its ends', () => {
  expect(read('')).toEqual({ from: '2026-02-09', to: '2026-03-10', by: 'day', compare: 'previous' })
  expect(read('days=7&by=service&compare=none&sort=margin')).toEqual({
    from: '2026-03-04',
    to: '2026-03-10',
    by: 'service',
    compare: 'none',
    sort: 'margin',
    direction: 'descending',
  })
  expect(read('from=2026-01-01&to=2026-01-31&days=7')).toMatchObject({ from: '2026-01-01', to: '2026-01-31' })
})

test('the valid parts of a typed address are used', () => {
  expect(read('from=2026-02-31&by=moon&sort=x')).toEqual({
    from: '2026-02-09',
    to: '2026-03-10',
    by: 'day',
    compare: 'previous',
  })
  expect(read('from=2026-02-05&to=2026-02-01')).toMatchObject({ from: '2026-02-01', to: '2026-02-05' })
  expect(read('from=2020-01-01&to=2026-02-01')).toMatchObject({ from: '2025-02-01', to: '2026-02-01' })
  expect(read('from=2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-10' })
  expect(read('to=2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-01' })
})

test.each([
  ['today', '2026-03-10', '2026-03-10'],
  ['yesterday', '2026-03-09', '2026-03-09'],
  ['this_month', '2026-03-01', '2026-03-10'],
  ['last_month', '2026-02-01', '2026-02-28'],
])('%s follows the calendar in UTC', (period, from, to) => {
  expect(read(`period=${period}`)).toMatchObject({ from, to })
  expect(read(`period=${period}&from=2026-01-05&to=2026-01-06`)).toMatchObject({ from: '2026-01-05' })
})

test('last month of January is December, and yesterday of the first is the month before', () => {
  const at = (period: string) => reportOf(new URLSearchParams({ period }), new Date('2026-01-01T00:00:00Z'))
  expect(at('last_month')).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
  expect(at('yesterday')).toMatchObject({ from: '2025-12-31', to: '2025-12-31' })
  expect(at('this_month')).toMatchObject({ from: '2026-01-01', to: '2026-01-01' })
})
