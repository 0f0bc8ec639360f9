import { expect, test } from 'vitest'

import { makeAdmission } from './admit-orders.ts'

const refusal = { code: 'unavailable', details: { retryAfterSeconds: 2 } }
const plenty = { all: 1_000, each: 1_000 }

/** `admit` returns a function that ends the admitted work. */
function makeAdmit(bounds: Parameters<typeof makeAdmission>[0]) {
  const admission = makeAdmission(bounds)
  return async (userId: number, load: { count: number; bytes: number }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const ended = admission(userId, load, () => {
      begun.resolve()
      return promise
    })
    await Promise.race([begun.promise, ended])
    return async () => {
      resolve()
      await ended
    }
  }
}

test.each([
  ['count', { count: { all: 3, each: 2 }, bytes: plenty }],
  ['bytes', { count: plenty, bytes: { all: 3, each: 2 } }],
])('one customer gets a share by %s, others the rest, and finished orders make room', async (_, bounds) => {
  const admit = makeAdmit(bounds)
  const one = { count: 1, bytes: 1 }
  const leave = await admit(1, one)
  await admit(1, one)
  await expect(admit(1, one)).rejects.toMatchObject(refusal)
  const leaveOther = await admit(2, one)
  await expect(admit(3, one)).rejects.toMatchObject(refusal)
  await leave()
  const back = await admit(1, one)
  await expect(admit(1, one)).rejects.toMatchObject(refusal)
  await back()
  await leaveOther()
  await admit(3, one)
})

test('all together use no more than the total of bytes, and refused orders do not count', async () => {
  const admit = makeAdmit({ count: { all: 100, each: 100 }, bytes: { all: 10, each: 10 } })
  const leave = await admit(1, { count: 1, bytes: 6 })
  for (let tries = 0; tries < 120; tries += 1)
    await expect(admit(2, { count: 1, bytes: 5 })).rejects.toMatchObject(refusal)
  await admit(3, { count: 1, bytes: 4 })
  await leave()
  await admit(2, { count: 1, bytes: 6 })
})

test('orders that arrive together count separately', async () => {
  const admit = makeAdmit({ count: { all: 5, each: 3 }, bytes: plenty })
  await expect(admit(1, { count: 4, bytes: 4 })).rejects.toMatchObject(refusal)
  const leave = await admit(1, { count: 3, bytes: 3 })
  await expect(admit(1, { count: 1, bytes: 1 })).rejects.toMatchObject(refusal)
  await expect(admit(2, { count: 3, bytes: 3 })).rejects.toMatchObject(refusal)
  await admit(2, { count: 2, bytes: 2 })
  await leave()
  await admit(1, { count: 3, bytes: 3 })
})
