import { AppError } from '#contract/base/errors.ts'

import { type BatchLimits, makeTurns, type Taken } from './take-turns.ts'

/**
 * Gathers calls into batches without a timer: while as many batches are under way as may be, newcomers wait and ride
 * together in the next. Under no load a call goes at once and alone; under load each round trip carries many.
 */
export type Coalesce<Item, Result> = {
  (item: Item): Promise<Result>
  /** Something of this lane waits or is under way. */
  isBusyWith(lane: unknown): boolean
}

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

const RETRY_AFTER_SECONDS = 2

/**
 * `run` answers one result per item, in the items' order, or a promise of one that comes later and holds no batch up;
 * when it throws, the whole batch is refused with that. At most `parallel` batches at a time; who comes when `bound`
 * items wait is refused with `unavailable`, and was not run.
 *
 * Items of one lane (`laneOf`; without it each is a lane of its own) keep their order and are never in two batches at
 * once. Lanes take turns.
 */
export function makeCoalesce<Item, Result>({
  parallel = 1,
  bound = 50_000,
  laneOf = () => Symbol('of its own'),
  bytesOf = () => 0,
  run,
  ...limits
}: BatchLimits<Item> & {
  parallel?: number
  bound?: number
  laneOf?: (item: Item) => unknown
  run: (items: Item[]) => Promise<(Result | Promise<Result>)[]>
}): Coalesce<Item, Result> {
  const turns = makeTurns<Waiting<Item, Result>>({ ...limits, bytesOf: ({ item }) => bytesOf(item) })
  let running = 0
  let isComing = false

  const next = () => {
    isComing = false
    while (running < parallel && turns.isReady()) {
      running += 1
      void settle(turns.take())
    }
  }

  const settle = async ({ items: batch, release }: Taken<Waiting<Item, Result>>) => {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result === undefined) reject(new Error('a batch answered fewer results than it has items'))
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      release()
      running -= 1
      // The next batch is on its way before those who were answered go on.
      next()
    }
  }

  const ask = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      if (turns.waiting() >= bound) {
        reject(new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
        return
      }
      turns.add(laneOf(item), { item, resolve, reject })
      if (isComing || running >= parallel) return
      // Requests that are parsed in the same turn of the event loop belong to the same batch.
      isComing = true
      queueMicrotask(() => setImmediate(next))
    })
  return Object.assign(ask, { isBusyWith: turns.isBusy })
}
