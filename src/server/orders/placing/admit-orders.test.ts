import { expect, test } from 'vitest'

import { AppError } from '#contract/errors.ts'

import { makeAdmission } from './admit-orders.ts'

const refusal = expect.objectContaining({ code: 'unavailable', details: { retryAfterSeconds: 2 } })

test.each([
  ['count', { count: 2, bytes: 100 }, 1],
  ['bytes', { count: 100, bytes: 2 }, 1],
])('one customer has his share by %s, others have the rest, and who leaves makes room', (_, each, bytes) => {
  const admit = makeAdmission({ all: { count: 3, bytes: 1000 }, each })
  const leave = admit(1, bytes)
  admit(1, bytes)
  expect(() => admit(1, bytes)).toThrow(refusal)
  const leaveOther = admit(2, bytes)
  expect(() => admit(3, bytes)).toThrow(AppError)
  leave()
  const back = admit(1, bytes)
  expect(() => admit(1, bytes)).toThrow(refusal)
  back()
  leaveOther()
  admit(3, bytes)
})

test('all of them together have no more than the whole by bytes, and what was refused is not counted', () => {
  const admit = makeAdmission({ all: { count: 100, bytes: 10 }, each: { count: 100, bytes: 10 } })
  const leave = admit(1, 6)
  for (let tries = 0; tries < 20; tries += 1) expect(() => admit(2, 5)).toThrow(refusal)
  admit(3, 4)
  leave()
  admit(2, 6)
})
