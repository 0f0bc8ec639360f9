import { AppError } from '#contract/base/errors.ts'

/**
 * Batches calls without a timer: while the maximum of batches is running, new calls wait and go together in the next
 * one. Without load a call runs immediately and alone; under load each round trip carries many.
 */
export type Batcher<Item, Result> = {
  (item: Item): Promise<Result>
  /** True if an item of this lane is waiting or running. */
  isBusyWith(lane: unknown): boolean
}

type Pending<Item, Result> = {
  item: Item
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

const RETRY_AFTER_SECONDS = 2

/**
 * `run` returns one result per item, in order, or a promise of a later one that doesn't hold up the batch; if it
 * throws, the whole batch fails. At most `parallel` batches run at a time. If `bound` items are waiting, new ones are
 * refused with `unavailable` and not run.
 *
 * Items of one lane (`laneOf`; by default each item has its own) keep their order and are never in two batches at a
 * time. Lanes take turns.
 */
export function makeBatcher<Item, Result>({
  parallel = 1,
  bound = 50_000,
  laneOf = () => Symbol('own lane'),
  bytesOf = () => 0,
  run,
  ...limits
}: BatchLimits<Item> & {
  parallel?: number
  bound?: number
  laneOf?: (item: Item) => unknown
  run: (items: Item[]) => Promise<(Result | Promise<Result>)[]>
}): Batcher<Item, Result> {
  const lanes = makeLanes<Pending<Item, Result>>({ ...limits, bytesOf: ({ item }) => bytesOf(item) })
  let running = 0
  let isComing = false

  const next = () => {
    isComing = false
    while (running < parallel && lanes.isReady()) {
      running += 1
      void settle(lanes.take())
    }
  }

  const settle = async ({ items: batch, release }: Taken<Pending<Item, Result>>) => {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result === undefined) reject(new Error('a batch returned fewer results than it has items'))
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      release()
      running -= 1
      // Before the callers of this batch continue.
      next()
    }
  }

  const ask = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      if (lanes.waiting() >= bound) {
        reject(new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
        return
      }
      lanes.add(laneOf(item), { item, resolve, reject })
      if (isComing || running >= parallel) return
      // Requests parsed in the same iteration of the event loop go into the same batch.
      isComing = true
      queueMicrotask(() => setImmediate(next))
    })
  return Object.assign(ask, { isBusyWith: lanes.isBusy })
}

/**
 * Waiting items, in lanes that take turns, so that thousands in one lane don't delay the others. Nothing is taken from a
 * lane that has items running.
 */
type Lanes<Item> = {
  /** The number of waiting items. */
  waiting(): number
  /** True if an item of this lane is waiting or running. */
  isBusy(lane: unknown): boolean
  /** True if there is an item to take. */
  isReady(): boolean
  add(lane: unknown, item: Item): void
  /** The next batch: one item of each lane, then the next one of each, and so on while there is room. */
  take(): Taken<Item>
}

/** Call `release` when the items are done. */
type Taken<Item> = { items: Item[]; release: () => void }

type BatchLimits<Item> = {
  /** Items in a batch. */
  max: number
  /** Lanes in a batch. */
  lanesMax?: number | undefined
  /** Bytes in a batch; a larger item goes alone. */
  bytesMax?: number | undefined
  bytesOf?: ((item: Item) => number) | undefined
}

type Lane<Item> = { key: unknown; items: Item[] }

function makeLanes<Item>({
  max,
  lanesMax = max,
  bytesMax = Infinity,
  bytesOf = () => 0,
}: BatchLimits<Item>): Lanes<Item> {
  const lanes = new Map<unknown, Lane<Item>>()
  /** Lanes with something to take, the next one first. */
  const ready = new Set<Lane<Item>>()
  let waiting = 0

  const take = () => {
    const items: Item[] = []
    let bytes = 0
    const takeOneOf = (lane: Lane<Item>): boolean => {
      const [next] = lane.items
      if (next === undefined || items.length === max) return false
      if (items.length > 0 && bytes + bytesOf(next) > bytesMax) return false
      lane.items.shift()
      items.push(next)
      bytes += bytesOf(next)
      return true
    }
    const taken: Lane<Item>[] = []
    for (const lane of ready) {
      if (items.length === max || taken.length === lanesMax) break
      // An item that doesn't fit keeps its turn and is first in the next batch.
      if (takeOneOf(lane)) taken.push(lane)
    }
    for (const lane of taken) ready.delete(lane)
    for (let round = taken; round.length > 0;) round = round.filter(takeOneOf)
    waiting -= items.length
    return { items, release: () => release(taken) }
  }

  const release = (taken: readonly Lane<Item>[]) => {
    for (const lane of taken) {
      if (lane.items.length === 0) lanes.delete(lane.key)
      else ready.add(lane)
    }
  }

  return {
    waiting: () => waiting,
    isBusy: (lane) => lanes.has(lane),
    isReady: () => ready.size > 0,
    add(key, item) {
      let lane = lanes.get(key)
      if (lane === undefined) {
        lane = { key, items: [] }
        lanes.set(key, lane)
        ready.add(lane)
      }
      lane.items.push(item)
      waiting += 1
    },
    take,
  }
}
