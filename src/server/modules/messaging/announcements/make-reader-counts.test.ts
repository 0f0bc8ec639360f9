import { expect, test } from 'vitest'

import { makeReaderCounts } from './make-reader-counts.ts'

/** A count that takes this long, and records its calls. */
function makeCounting({ takes }: { takes: number }) {
  const time = { now: 1_000, counted: 0, fails: false }
  const counts = makeReaderCounts({
    now: () => time.now,
    async count() {
      time.counted += 1
      await Promise.resolve()
      time.now += takes
      if (time.fails) throw new Error('lost')
      const each = { customers: time.counted, emails: 0 }
      return { promotion: each, newsletter: each, service_notice: each }
    },
  })
  return { time, count: async () => (await counts()).promotion.customers }
}

test('customers are counted once for all concurrent readers, and again after a hundred times as long', async () => {
  const { time, count } = makeCounting({ takes: 100 })
  expect(await Promise.all([count(), count(), count()])).toEqual([1, 1, 1])
  time.now += 9_999
  expect(await count()).toBe(1)
  time.now += 1
  expect(await count()).toBe(2)
})

test('no count is cached for more than five minutes, and no failed one', async () => {
  const { time, count } = makeCounting({ takes: 60_000 })
  expect(await count()).toBe(1)
  time.now += 5 * 60_000 - 1
  expect(await count()).toBe(1)
  time.now += 1
  time.fails = true
  await expect(count()).rejects.toThrow('lost')
  time.fails = false
  expect(await count()).toBe(3)
})
