import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000
/** Longer than a file takes, even if it waits for a busy machine once or twice. */
const ENOUGH_MS = 300_000

/**
 * Waits for the next day (UTC) when this one is nearly over: for files whose rows and figures must be of one day.
 * Called at the top level of the file, since hooks may not take that long.
 */
export async function stayInOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < ENOUGH_MS) await sleep(leftMs + 1_000)
}
