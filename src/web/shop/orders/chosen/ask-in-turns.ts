/**
 * At most this many run at once: a provider is not flooded, and a hundred do not take a hundred times as long as one.
 */
const UNDER_WAY_MAX = 4

/**
 * Does the same for each, a few at a time and independently: one that fails stops no other. Once `signal` is aborted,
 * the rest is left out, and running ones are finished. Returns how many were started.
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
