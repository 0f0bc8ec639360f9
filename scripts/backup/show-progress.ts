import type { BackupProgress } from '#server/modules/operations/backups/write-backup.ts'

const EVERY_MS = 1_000
/** Without a terminal, an occasional line shows that it is still running. */
const EVERY_UNSEEN_MS = 10_000

/** Shows progress on stderr: in one line of a terminal, else a line every ten seconds. `end` clears it. */
export function makeProgress<Progress>(describe: (progress: Progress) => string): {
  show(progress: Progress): void
  end(): void
} {
  const isSeen = process.stderr.isTTY
  const started = performance.now()
  let last = started
  return {
    show(progress) {
      const now = performance.now()
      if (now - last < (isSeen ? EVERY_MS : EVERY_UNSEEN_MS)) return
      last = now
      const line = `${Math.round((now - started) / 1000)} s: ${describe(progress)}`
      process.stderr.write(isSeen ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end: () => isSeen && process.stderr.write('\r\u001b[K'),
  }
}

export function describeBackup(progress: BackupProgress): string {
  switch (progress.step) {
    case 'rows':
      return `${progress.rows.toLocaleString('en-US')} rows of ${progress.table}`
    case 'files':
      return `${progress.files.toLocaleString('en-US')} files`
    case 'indexes':
      return `index or key ${progress.done} of ${progress.of}`
    default:
      return `comparing ${progress.table}`
  }
}
