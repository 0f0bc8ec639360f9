/**
 * Rows per statement: few at first, then more while statements are quick, so that nothing waits long for one. 2,000
 * orders with all their indexes, read from disk, took five seconds.
 */
export const BATCH_ROWS = { first: 250, least: 50, most: 2_000 } as const
/** A batch that took longer is followed by one half the size; one that took under a quarter of it, by one twice the size. */
const BATCH_MS = 500

export function nextRows(rows: number, tookMs: number): number {
  if (tookMs > BATCH_MS) return Math.max(BATCH_ROWS.least, Math.floor(rows / 2))
  return tookMs < BATCH_MS / 4 ? Math.min(BATCH_ROWS.most, rows * 2) : rows
}

/** Calls `work` with a number of rows until it finds fewer. `work` returns the number it found. */
export async function workInBatches(
  signal: AbortSignal,
  work: (rows: number) => Promise<number>,
): Promise<void> {
  for (let rows: number = BATCH_ROWS.first; ;) {
    const started = performance.now()
    const found = await work(rows)
    signal.throwIfAborted()
    if (found < rows) return
    rows = nextRows(rows, performance.now() - started)
  }
}
