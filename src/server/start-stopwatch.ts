/**
 * Milliseconds from now on, by the clock that went further: the process's own stands still while a machine is
 * suspended, the wall's may be set back.
 */
export function startStopwatch(clock: () => Date): () => number {
  const wall = clock().getTime()
  const own = performance.now()
  return () => Math.max(clock().getTime() - wall, performance.now() - own)
}
