/** Resolves at the first call of what `listen` is given, or when the seconds are over. `listen` answers how to stop. */
export async function until(seconds: number, listen: (done: () => void) => () => void): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const timer = setTimeout(heard.resolve, seconds * 1000)
  const stop = listen(() => heard.resolve())
  await heard.promise
  clearTimeout(timer)
  stop()
}
