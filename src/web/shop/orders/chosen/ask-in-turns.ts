/**
 * At most this many run at once: a provider is not flooded, and a hundred do not take a hundred times as long as one.
 */
const UNDER_WAY_MAX = 4

/**
 * Does the same for each, a few at a time, each for itself: one that fails stops no other. What is still to come is left out
 * once `signal` says so; what was begun is finished. Answers how many were begun.
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
