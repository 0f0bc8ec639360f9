/**
 * Milliseconds from now on, by the clock that went furthest: the monotonic one, and the database's time that follows it,
 * stand still while a machine is suspended; the wall's may be set back.
 */
export function startStopwatch(clock: () => Date): () => number {
  const [told, wall, own] = [clock().getTime(), Date.now(), performance.now()]
  return () => Math.max(clock().getTime() - told, Date.now() - wall, performance.now() - own)
}
