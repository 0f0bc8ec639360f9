/**
 * At most this many run concurrently: providers are not flooded, and a hundred don't take a hundred times as long as one.
 */
const UNDER_WAY_MAX = 4

/**
 * Runs `ask` for each item, a few at a time and independently: a failure doesn't stop the others. Once `signal` is
 * aborted, the rest is skipped, and running ones finish. Returns how many were started.
 */
export async function askInTurns<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let begun = 0
  async function work(): Promise<void> {
    while (!signal.aborted) {
      const item = items[begun]
      if (item === undefined) return
      begun += 1
      await ask(item)
    }
  }
  await Promise.all(Array.from({ length: UNDER_WAY_MAX }, work))
  return begun
}
