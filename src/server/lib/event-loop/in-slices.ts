import { setImmediate as nextIteration } from 'node:timers/promises'

/** After each slice the event loop handles other work. */
const SLICE_MS = 10

/** Iterates over many items without blocking the event loop. The work per item must be short. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let begun = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - begun < SLICE_MS) continue
    await nextIteration()
    begun = performance.now()
  }
}

/** Like `items.map`. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for await (const item of inSlices(items)) results.push(map(item, results.length))
  return results
}
