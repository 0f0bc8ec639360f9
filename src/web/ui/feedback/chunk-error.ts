/** A part of the app that can no longer be fetched, as each browser words it. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /dynamically imported module|importing a module script|ChunkLoadError|module script failed/i.test(
    `${error.name} ${error.message}`,
  )
}
