/** A failed load of a code chunk, as each browser reports it. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /dynamically imported module|importing a module script|ChunkLoadError|module script failed/i.test(
    `${error.name} ${error.message}`,
  )
}
