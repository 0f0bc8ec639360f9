import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isAboutOneId } from './judge-error.ts'
import type { PanelFailure } from './panel.ts'
import { type BatchQuery, queryInBatches } from './query-in-batches.ts'

type Entry = { status: string }

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))
const said = (error: string) => ({ code: 'said', details: { error } }) as const
const fault = (error: string, more: Partial<PanelFailure> = {}): PanelFailure => ({
  ok: false,
  fault: said(error),
  isDown: false,
  isAboutOneId: isAboutOneId(error) || undefined,
  ...more,
})
const unknownId = fault('Incorrect order ID')

/** A panel that knows all ids but `bad`; `refuseList` decides whether a list is refused. */
function makePanel({
  bad = [],
  leftOut = () => [],
  silent = [],
  refuseList = () => undefined,
  alone,
  placesMax = Infinity,
}: {
  bad?: readonly string[]
  /** Ids that lists leave out, and also single calls if `silent`. */
  leftOut?: (ids: readonly string[]) => readonly string[]
  silent?: readonly string[]
  refuseList?: (ids: readonly string[]) => PanelFailure | undefined
  alone?: (id: string) => PanelFailure | undefined
  placesMax?: number
}) {
  const calls: string[][] = []
  const asking: Omit<BatchQuery<Entry>, 'ids' | 'perCall'> = {
    queryList: async (ids) => {
      calls.push([...ids])
      const refusal = refuseList(ids)
      if (refusal !== undefined) return refusal
      const entries = ids
        .filter((id) => !leftOut(ids).includes(id))
        .map((id) => [id, bad.includes(id) ? { fault: said('unknown') } : { status: 'ok' }] as const)
      return { ok: true, value: new Map(entries) }
    },
    queryOne: async (id) => {
      calls.push([`order=${id}`])
      const refusal = alone?.(id)
      if (refusal !== undefined) return refusal
      if (silent.includes(id)) return { ok: true, value: undefined }
      return bad.includes(id) ? unknownId : { ok: true, value: { status: 'ok' } }
    },
    paced: async (work) => (calls.length < placesMax ? work() : undefined),
  }
  const ask = (count: number, perCall = 100) =>
    queryInBatches<Entry>({ ids: idsOf(count), perCall, ...asking })
  return { ask, calls, asking }
}

const wellIn = (entries: Map<string, object>) =>
  [...entries].filter(([, entry]) => 'status' in entry).map(([id]) => id)

describe('an id missing from a list answer', () => {
  test('is queried alone, and so answered', async () => {
    const { ask, calls } = makePanel({ leftOut: () => ['7', '9'] })
    const heard = await ask(100)
    expect(wellIn(heard.entries).length).toBe(100)
    expect(calls.slice(1)).toEqual([['order=7'], ['order=9']])
    expect(heard.perCall).toBeUndefined()
  })

  test('that gets no answer when queried alone counts as answered; at most three of these per list', async () => {
    const { ask, calls } = makePanel({ leftOut: (ids) => ids, silent: idsOf(100) })
    const heard = await ask(10)
    expect(calls.length).toBe(4)
    expect([[...heard.answered], heard.entries.size]).toEqual([['1', '2', '3'], 0])
  })

  test('of an earlier list is not queried alone again', async () => {
    const { asking, calls } = makePanel({ leftOut: () => ['7'], silent: ['7'] })
    const findLeftOutBefore = async () => new Set(['7'])
    const heard = await queryInBatches<Entry>({ ids: idsOf(10), perCall: 100, findLeftOutBefore, ...asking })
    expect([calls.length, heard.answered.has('7')]).toEqual([1, true])
  })

  test('along with most of its list shows how many ids that panel answers in one call', async () => {
    const { ask } = makePanel({ leftOut: (ids) => ids.slice(1) })
    const heard = await ask(10)
    expect([wellIn(heard.entries).length, heard.perCall]).toEqual([10, 1])
  })
})

describe('the number of calls to a panel', () => {
  test('is one where it accepts a list', async () => {
    const { ask, calls } = makePanel({ bad: ['3'] })
    const heard = await ask(100)
    expect(calls.length).toBe(1)
    expect([wellIn(heard.entries).length, heard.entries.get('3')]).toEqual([99, { fault: said('unknown') }])
    expect(heard).toMatchObject({ failure: undefined, perCall: undefined })
  })

  test.each(['The order field is required', 'Incorrect request', 'Incorrect order ID'])(
    'is halved down to single calls where every list gets "%s", which is remembered',
    async (sentence) => {
      const { ask, calls } = makePanel({ refuseList: () => fault(sentence) })
      const heard = await ask(100)
      expect(wellIn(heard.entries)).toEqual(idsOf(100))
      expect(heard).toMatchObject({ failure: undefined, perCall: 1 })
      // 100, 50, 25, 13, 7, 4 and 2 at once, then each alone.
      expect(calls.length).toBe(107)
      calls.length = 0
      const again = await ask(100, 1)
      expect([calls.length, calls[0], again.perCall]).toEqual([100, ['order=1'], undefined])
    },
  )

  test('is one more where a single id is refused as a list', async () => {
    const { ask, calls } = makePanel({ refuseList: () => fault('The order field is required') })
    expect(await ask(1)).toMatchObject({ perCall: 1 })
    expect(calls).toEqual([['1'], ['order=1']])
  })

  test('follows the largest accepted list, which is remembered', async () => {
    const { ask, calls } = makePanel({
      refuseList: ({ length }) => (length > 30 ? fault('Too many orders') : undefined),
    })
    expect(await ask(100)).toMatchObject({ perCall: 25, failure: undefined })
    calls.length = 0
    await ask(100, 25)
    expect(calls.map(({ length }) => length)).toEqual([25, 25, 25, 25])
  })
})

test('one unknown id affects no other, and proves nothing about lists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 6 }),
      async (count, numbers) => {
        const bad = numbers.filter((one) => one <= count).map(String)
        const { ask, calls } = makePanel({
          bad,
          refuseList: (ids) => (ids.some((id) => bad.includes(id)) ? unknownId : undefined),
        })
        const heard = await ask(count)
        expect(wellIn(heard.entries)).toHaveLength(count - bad.length)
        for (const id of bad) expect(heard.entries.get(id)).toEqual({ fault: said('Incorrect order ID') })
        expect(heard.answered.size).toBe(count)
        expect(heard).toMatchObject({ failure: undefined, perCall: undefined })
        expect(calls.length).toBeLessThanOrEqual(1 + bad.length * 16)
      },
    ),
  )
})

test('an id that is refused alone with another text has its error once others are answered', async () => {
  const { ask } = makePanel({
    refuseList: (ids) => (ids.includes('9') ? fault('Something odd') : undefined),
    alone: (id) => (id === '9' ? fault('Something odd') : undefined),
  })
  const heard = await ask(64)
  expect(heard.entries.get('9')).toEqual({ fault: said('Something odd') })
  expect([wellIn(heard.entries).length, heard.failure, heard.refused.size]).toEqual([63, undefined, 0])
})

test("an error for everything is the panel's: few calls, and no id is blamed", async () => {
  const { ask, calls } = makePanel({
    refuseList: () => fault('Something went wrong'),
    alone: () => fault('Something went wrong'),
  })
  const heard = await ask(100)
  expect(calls.length).toBeLessThanOrEqual(12)
  expect([heard.entries.size, heard.answered.size, heard.refused.size]).toEqual([0, 0, 3])
  expect(heard.failure).toMatchObject({ fault: said('Something went wrong') })
})

test.each([
  ['about us', fault('Invalid API key', { about: 'key' })],
  ['an outage', fault('HTTP 502', { isDown: true })],
])('after an error that is %s nothing more is queried', async (_what, failure) => {
  const { ask, calls } = makePanel({ refuseList: () => failure })
  const heard = await ask(100)
  expect([calls.length, heard.answered.size, heard.failure]).toEqual([1, 0, failure])
})

test('answers from before an outage are used, and the rest is queried the next time', async () => {
  const failure = fault('Too many requests', { about: 'rate' })
  const { ask } = makePanel({
    refuseList: (ids) => (ids.length > 50 ? fault('no') : ids.includes('60') ? failure : undefined),
  })
  const heard = await ask(100)
  expect([wellIn(heard.entries).length, heard.answered.size, heard.failure]).toEqual([50, 50, failure])
})

test('nothing is queried once the lease is lost', async () => {
  const { ask, calls } = makePanel({ refuseList: () => fault('no'), placesMax: 12 })
  const heard = await ask(100)
  expect([calls.length, heard.answered.size, heard.failure]).toEqual([12, 5, undefined])
})

test.each([
  ['Incorrect order ID', true],
  ['Invalid order', true],
  ['Order not found', true],
  ['Order 77 does not exist', true],
  ['Refill not found', true],
  ['Không tìm thấy đơn hàng', true],
  ['Sipariş bulunamadı', true],
  ['Заказ не найден', true],
  ['Pedido não encontrado', true],
  ['The order field is required', false],
  ['Invalid order field', false],
  ['Incorrect request', false],
  ['Something went wrong', false],
])('"%s" is about one id: %s', (told, isAbout) => {
  expect(isAboutOneId(told)).toBe(isAbout)
})
