/**
 * Resolves at the first call of the callback given to `listen`, or after the given seconds. `listen` returns the
 * function that unsubscribes.
 */
export async function until(seconds: number, listen: (done: () => void) => () => void): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const timer = setTimeout(heard.resolve, seconds * 1000)
  const stop = listen(() => heard.resolve())
  await heard.promise
  clearTimeout(timer)
  stop()
}
