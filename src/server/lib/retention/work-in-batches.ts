/**
 * Rows per statement: first few, then more while a statement is quick, so that nothing waits long for one. Of orders with
 * all their indexes, read from the disk, 2,000 took five seconds.
 */
export const BATCH_ROWS = { first: 250, least: 50, most: 2_000 } as const
/** A batch that took longer is followed by one half as large, one that took a quarter of it by one twice as large. */
const BATCH_MS = 500

export function nextRows(rows: number, tookMs: number): number {
  if (tookMs > BATCH_MS) return Math.max(BATCH_ROWS.least, Math.floor(rows / 2))
  return tookMs < BATCH_MS / 4 ? Math.min(BATCH_ROWS.most, rows * 2) : rows
}

/** Calls `work` with a number of rows until it finds fewer. It answers how many it found. */
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
