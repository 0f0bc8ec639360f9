import { expect, test } from 'vitest'

import { periodOf } from './period.ts'

const read = (query: string) => periodOf(new URLSearchParams(query))

test('a period is whole days of the reader, its last one in it', () => {
  expect(read('from=2026-11-01&to=2026-11-30')).toEqual({
    from: new Date(2026, 10, 1),
    to: new Date(2026, 11, 1),
  })
  expect(read('from=2026-12-31&to=2026-12-31').to).toEqual(new Date(2027, 0, 1))
})

test('a text that is not a date is no bound', () => {
  for (const odd of ['', 'from=&to=', 'from=2026-02-30', 'from=2026-13-01&to=x', 'from=0001-01-01'])
    expect(read(odd)).toEqual({ from: undefined, to: undefined })
})
