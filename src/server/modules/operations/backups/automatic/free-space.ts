import { statfsSync } from 'node:fs'

/** Below this, the disk is nearly full for the product itself. */
export const FREE_BYTES_LEAST = 512 * 1024 ** 2
const EVERY_MS = 1_000

export class NoSpace extends Error {
  override name = 'NoSpace'
  readonly details: { folder: string; needed_bytes: number; free_bytes: number }

  constructor(details: NoSpace['details']) {
    super(`${details.free_bytes} bytes are free in ${details.folder}, ${details.needed_bytes} are needed`)
    this.details = details
  }
}

/** Throws `NoSpace` if `bytes` more would leave the disk of `folder` nearly full. */
export function refuseNearlyFull(folder: string, bytes: number, leastBytes = FREE_BYTES_LEAST): void {
  const { bavail, blocks, bsize } = statfsSync(folder)
  // Some network disks don't report it.
  if (blocks === 0) return
  const [free, needed] = [bavail * bsize, bytes + leastBytes]
  if (free < needed) throw new NoSpace({ folder, needed_bytes: needed, free_bytes: free })
}

/** To be called while a disk is being filled: throws `NoSpace` once it is nearly full, for any reason. Checks once a second. */
export function watchSpace(folder: string, leastBytes = FREE_BYTES_LEAST): () => void {
  let seenAt = performance.now()
  return () => {
    if (performance.now() - seenAt < EVERY_MS) return
    seenAt = performance.now()
    refuseNearlyFull(folder, 0, leastBytes)
  }
}
