import { setImmediate as nextTurn } from 'node:timers/promises'

/** Between two slices the process answers whatever else has come. */
const SLICE_MS = 10

/** Goes through so many items that it would hold the event loop; nothing that is slow by itself may be done with one. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let begun = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - begun < SLICE_MS) continue
    await nextTurn()
    begun = performance.now()
  }
}

/** As `items.map`. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for await (const item of inSlices(items)) results.push(map(item, results.length))
  return results
}
