import { closeSync, copyFileSync, openSync, renameSync, statSync, truncateSync } from 'node:fs'

export type ServerLog = {
  /** For the server to write to; it has its own once it is started, and ours can be closed. */
  fd: number
  closeFd(): void
  /** Nobody writes any more. */
  stop(): void
}

/**
 * Opens `file` for what one run of a server says; the run before it is kept as `file.1`. A file that outgrows
 * `bytesMax` becomes `file.1` as well, so the two of them stay at twice that and what comes between two looks.
 *
 * By copying: the server holds the file open. It appends, so what it writes after the cut begins the file anew.
 */
export function openServerLog(
  file: string,
  { bytesMax = 1_000_000, lookEveryMs = 10_000 }: { bytesMax?: number; lookEveryMs?: number } = {},
): ServerLog {
  if (sizeOf(file) > 0) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a', 0o600)
  const timer = setInterval(() => {
    if (sizeOf(file) <= bytesMax) return
    try {
      copyFileSync(file, `${file}.1`)
      truncateSync(file)
    } catch {
      // A full disk, or a folder that was taken away: the next look tries again.
    }
  }, lookEveryMs)
  timer.unref()
  return { fd, closeFd: () => closeSync(fd), stop: () => clearInterval(timer) }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
