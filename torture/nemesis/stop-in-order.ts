import type { Stage } from './fault.ts'

export const STOP_SECONDS = 30

/** SIGTERM to every part: each must exit with 0, in time. */
export async function stopInOrder({
  product,
  history,
  violate,
}: Pick<Stage, 'product' | 'history' | 'violate'>): Promise<void> {
  for (const { part, code, signal, seconds } of await product.stop()) {
    history.note('nemesis', 'stopped', { part, code, signal, seconds })
    if (code !== 0) violate('other', `${part} ended with ${signal ?? code} after SIGTERM`)
    if (seconds > STOP_SECONDS) violate('slow', `${part} took ${seconds.toFixed(1)} s to end after SIGTERM`)
  }
}
