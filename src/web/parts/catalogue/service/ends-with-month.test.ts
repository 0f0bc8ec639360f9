import { expect, test } from 'vitest'
import { endsWithMonth } from './ends-with-month.ts'

test.each([
  ['2026-11-30T23:59:00.000Z', true],
  ['2026-11-30T23:59:59.999Z', true],
  ['2026-12-01T00:00:00.000Z', true],
  ['2026-11-10T00:00:00.000Z', false],
  ['2026-11-30T23:58:59.999Z', false],
  ['2026-12-01T00:00:00.001Z', false],
  ['2026-12-31T23:59:00.000Z', false],
  ['2025-11-30T23:59:00.000Z', false],
])('in November an end on %s is the end of the month: %s', (until, ends) => {
  for (const now of ['2026-11-01T00:00:00.000Z', '2026-11-30T12:00:00.000Z'])
    expect(endsWithMonth(new Date(until), new Date(now))).toBe(ends)
})

test('December ends with the year', () => {
  expect(endsWithMonth(new Date('2027-01-01T00:00:00.000Z'), new Date('2026-12-05T00:00:00.000Z'))).toBe(true)
})
