/**
 * Gathers calls into batches without a timer: while one batch is under way, newcomers wait and ride together
 * in the next. Under no load a call goes at once and alone; under load each round trip carries many.
 */
export type Coalesce<Item, Result> = (item: Item) => Promise<Result>

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * `run` answers one result per item, in the items' order; when it throws, the whole batch is refused with that.
 * At most `max` items a batch and `parallel` batches at a time; more than `bound` waiting items are refused.
 */
export function makeCoalesce<Item, Result>({
  max,
  parallel = 1,
  bound = 50_000,
  run,
}: {
  max: number
  parallel?: number
  bound?: number
  run: (items: Item[]) => Promise<Result[]>
}): Coalesce<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0

  const next = () => {
    while (running < parallel && waiting.length > 0) {
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      running += 1
      void settle(batch)
    }
  }

  const settle = async (batch: Waiting<Item, Result>[]) => {
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
      running -= 1
      next()
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= bound) {
        reject(new Error('too many calls are waiting'))
        return
      }
      waiting.push({ item, resolve, reject })
      // Requests that are parsed in the same turn of the event loop belong to the same batch.
      if (waiting.length === 1 && running < parallel) queueMicrotask(() => setImmediate(next))
    })
}
