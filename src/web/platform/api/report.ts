/** For failures that users don't need to see (spec §8: notifications and profile are only logged). */
export function report(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the log of the web app
  console.warn(error)
}
