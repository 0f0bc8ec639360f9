import { setImmediate as nextTurn } from 'node:timers/promises'

/** Between two slices the process answers whatever else has come. */
const SLICE_MS = 10

/** As `items.map`, for so many that it would hold the event loop; nothing that is slow by itself may be in `map`. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  for (const [at, item] of items.entries()) {
    results.push(map(item, at))
    if (performance.now() - begun < SLICE_MS) continue
    await nextTurn()
    begun = performance.now()
  }
  return results
}
