import { expect, test } from 'vitest'

import { reportOf } from './report-address.ts'

const now = new Date('2026-03-10T23:30:00Z')
const read = (search: string) => reportOf(new URLSearchParams(search), now)

test('an address names its period by days that are over today, or by both its ends', () => {
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

test('what somebody wrote into an address is taken as far as it goes', () => {
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
