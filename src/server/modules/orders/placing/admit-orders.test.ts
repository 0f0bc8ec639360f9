import { expect, test } from 'vitest'

import { AppError } from '#contract/base/errors.ts'

import { makeAdmission } from './admit-orders.ts'

const refusal = expect.objectContaining({ code: 'unavailable', details: { retryAfterSeconds: 2 } })

test.each([
  ['count', { count: 2, bytes: 100 }, 1],
  ['bytes', { count: 100, bytes: 2 }, 1],
])('one customer gets a share by %s, others the rest, and finished orders make room', (_, each, bytes) => {
  const admit = makeAdmission({ all: { count: 3, bytes: 1000 }, each })
  const leave = admit(1, { count: 1, bytes })
  admit(1, { count: 1, bytes })
  expect(() => admit(1, { count: 1, bytes })).toThrow(refusal)
  const leaveOther = admit(2, { count: 1, bytes })
  expect(() => admit(3, { count: 1, bytes })).toThrow(AppError)
  leave()
  const back = admit(1, { count: 1, bytes })
  expect(() => admit(1, { count: 1, bytes })).toThrow(refusal)
  back()
  leaveOther()
  admit(3, { count: 1, bytes })
})

test('all of them together have no more than the whole by bytes, and what was refused is not counted', () => {
  const admit = makeAdmission({ all: { count: 100, bytes: 10 }, each: { count: 100, bytes: 10 } })
  const leave = admit(1, { count: 1, bytes: 6 })
  for (let tries = 0; tries < 20; tries += 1) expect(() => admit(2, { count: 1, bytes: 5 })).toThrow(refusal)
  admit(3, { count: 1, bytes: 4 })
  leave()
  admit(2, { count: 1, bytes: 6 })
})

test('orders that come together count each', () => {
  const admit = makeAdmission({ all: { count: 5, bytes: 100 }, each: { count: 3, bytes: 100 } })
  expect(() => admit(1, { count: 4, bytes: 4 })).toThrow(refusal)
  const leave = admit(1, { count: 3, bytes: 3 })
  expect(() => admit(1, { count: 1, bytes: 1 })).toThrow(refusal)
  expect(() => admit(2, { count: 3, bytes: 3 })).toThrow(refusal)
  admit(2, { count: 2, bytes: 2 })
  leave()
  admit(1, { count: 3, bytes: 3 })
})
