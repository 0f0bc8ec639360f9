import { expect, test } from 'vitest'

import { AppError } from '#contract/base/errors.ts'

import { makeBatcher } from './batcher.ts'

type Item = { lane: string; at: number; bytes?: number }

const itemsOf = (lane: string, count: number, bytes = 0): Item[] =>
  Array.from({ length: count }, (_, at) => ({ lane, at, bytes }))

/** Batches in the order they ran, each held until released. */
function makeRuns() {
  const batches: Item[][] = []
  const gates: (() => void)[] = []
  const run = async (items: Item[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => gates.push(resolve))
    return items.map(({ lane, at }) => `${lane}${at}`)
  }
  const begun = async (count: number) => {
    await expect.poll(() => gates.length, { interval: 1 }).toBe(count)
  }
  return { batches, run, begun, letGo: (at: number) => gates[at]?.() }
}

const laneOf = ({ lane }: Item) => lane
const bytesOf = ({ bytes = 0 }: Item) => bytes

test('calls that arrive during a batch share the next one, and each gets its own result', async () => {
  const { batches, run, begun, letGo } = makeRuns()
  const ask = makeBatcher({ max: 10, run })
  const first = ask({ lane: 'a', at: 0 })
  await begun(1)
  const others = itemsOf('b', 12).map((item) => ask(item))
  letGo(0)
  await begun(2)
  letGo(1)
  await begun(3)
  letGo(2)
  expect(await Promise.all([first, ...others])).toEqual(['a0', ...itemsOf('b', 12).map(({ at }) => `b${at}`)])
  expect(batches.map(({ length }) => length)).toEqual([1, 10, 2])
})

test('one lane with 5,000 waiting does not delay the others', async () => {
  const { batches, run, begun, letGo } = makeRuns()
  const ask = makeBatcher({ max: 256, laneOf, run })
  for (const item of itemsOf('burst', 5_000)) void ask(item)
  await begun(1)
  for (const lane of ['one', 'two', 'three']) void ask({ lane, at: 0 })
  letGo(0)
  await begun(2)
  expect(batches[1]?.slice(0, 4).map(laneOf)).toEqual(['one', 'two', 'three', 'burst'])
  expect(batches[1]).toHaveLength(256)
  letGo(1)
  await begun(3)
  expect(batches[2]?.map(({ at }) => at)).toEqual(Array.from({ length: 256 }, (_, at) => 256 + 253 + at))
})

test('lanes share a full batch, and items left out come first in the next', async () => {
  const { batches, run, begun, letGo } = makeRuns()
  const ask = makeBatcher({ max: 5, laneOf, run })
  for (const lane of ['a', 'b', 'c']) for (const item of itemsOf(lane, 3)) void ask(item)
  await begun(1)
  expect(batches[0]?.map(({ lane, at }) => `${lane}${at}`)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1'])
  const wide = makeBatcher({ max: 2, laneOf, run })
  for (const lane of ['a', 'b', 'c']) void wide({ lane, at: 0 })
  await begun(2)
  letGo(1)
  await begun(3)
  expect(batches.slice(1).map((batch) => batch.map(laneOf))).toEqual([['a', 'b'], ['c']])
})

test('a batch has a byte limit, and a larger item runs alone', async () => {
  const { batches, run, begun, letGo } = makeRuns()
  const ask = makeBatcher({ max: 256, bytesMax: 1_000, bytesOf, laneOf, run })
  for (const item of itemsOf('heavy', 5, 400)) void ask(item)
  void ask({ lane: 'huge', at: 0, bytes: 5_000 })
  for (const lane of ['one', 'two']) void ask({ lane, at: 0, bytes: 100 })
  for (const at of [0, 1, 2, 3]) {
    await begun(at + 1)
    letGo(at)
  }
  expect(batches.map((batch) => batch.map(({ lane, at }) => `${lane}${at}`))).toEqual([
    ['heavy0', 'one0', 'two0', 'heavy1'],
    ['huge0'],
    ['heavy2', 'heavy3'],
    ['heavy4'],
  ])
})

test('items of one lane are never in two batches at once, and keep their order', async () => {
  const underWay = new Map<string, number>()
  const ran = new Map<string, number[]>()
  let mostAtOnce = 0
  let running = 0
  const ask = makeBatcher<Item, true>({
    max: 2,
    parallel: 3,
    laneOf,
    run: async (items) => {
      running += 1
      mostAtOnce = Math.max(mostAtOnce, running)
      for (const lane of new Set(items.map(laneOf))) {
        expect(underWay.get(lane) ?? 0).toBe(0)
        underWay.set(lane, 1)
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
      for (const { lane, at } of items) ran.set(lane, [...(ran.get(lane) ?? []), at])
      for (const { lane } of items) underWay.set(lane, 0)
      running -= 1
      return items.map(() => true)
    },
  })
  const lanes = ['a', 'b', 'c', 'd', 'e']
  await Promise.all(lanes.flatMap((lane) => itemsOf(lane, 20).map((item) => ask(item))))
  for (const lane of lanes) expect(ran.get(lane)).toEqual(itemsOf(lane, 20).map(({ at }) => at))
  expect(mostAtOnce).toBe(3)
  expect(lanes.map((lane) => ask.isBusyWith(lane))).toEqual(lanes.map(() => false))
})

test('a batch of one lane contains no other lane', async () => {
  const { batches, run, begun, letGo } = makeRuns()
  const ask = makeBatcher({ max: 10, lanesMax: 1, laneOf, run })
  for (const at of [0, 1]) for (const lane of ['a', 'b']) void ask({ lane, at })
  await begun(1)
  letGo(0)
  await begun(2)
  expect(batches.map((batch) => batch.map(laneOf))).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ])
})

test('an item that comes when the queue is full is refused with a retry time, and does not run', async () => {
  const { batches, run, begun, letGo } = makeRuns()
  const ask = makeBatcher({ max: 2, bound: 3, run })
  const [first, ...others] = itemsOf('a', 5)
  const answers = [ask(first ?? { lane: 'a', at: 0 })]
  await begun(1)
  answers.push(...others.map((item) => ask(item)))
  const refused = await answers[4]?.catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } })
  for (const at of [0, 1, 2]) {
    await begun(at + 1)
    letGo(at)
  }
  expect(await Promise.all(answers.slice(0, 4))).toEqual(['a0', 'a1', 'a2', 'a3'])
  expect(batches.flat()).toHaveLength(4)
})

test('a late result delays no batch, and an error affects its batch only', async () => {
  const later = Promise.withResolvers<string>()
  const ask = makeBatcher<Item, string>({
    max: 1,
    run: async ([item]) => {
      if (item?.lane === 'broken') throw new Error('broken')
      return item?.lane === 'late' ? [later.promise] : ['now']
    },
  })
  const late = ask({ lane: 'late', at: 0 })
  await expect(ask({ lane: 'broken', at: 0 })).rejects.toThrow('broken')
  expect(await ask({ lane: 'b', at: 0 })).toBe('now')
  later.resolve('at last')
  expect(await late).toBe('at last')
})
