/**
 * Milliseconds since the call, by the clock that advanced most: the monotonic clock and the database's time stop while a
 * machine is suspended, and the system clock may be set back.
 */
export function startStopwatch(clock: () => Date): () => number {
  const [database, system, monotonic] = [clock().getTime(), Date.now(), performance.now()]
  return () => Math.max(clock().getTime() - database, Date.now() - system, performance.now() - monotonic)
}
