import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type Journal<Entry> = { append: (entry: Entry) => void; close: () => void }

/**
 * An append-only file with one JSON entry per line. `append` returns once the kernel has the line, so a reply sent
 * after it survives `kill -9` of every process here. `isSynced` also flushes it to disk, for a run that uses the
 * journal as evidence. Without a path nothing is stored, which suits most tests.
 */
export function openJournal<Entry>({
  path,
  isSynced = false,
  replay,
}: {
  path: string | undefined
  isSynced?: boolean | undefined
  replay: (entry: Entry) => void
}): Journal<Entry> {
  if (path === undefined) return { append: () => {}, close: () => {} }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replayFile(path, replay)
  const file = openSync(path, isSynced ? 'as' : 'a', 0o600)
  let isOpen = true
  return {
    append: (entry) => {
      if (!isOpen) throw new Error(`the journal ${path} is closed`)
      writeLine(file, Buffer.from(JSON.stringify(entry) + '\n'))
    },
    close: () => {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}

function replayFile<Entry>(path: string, replay: (entry: Entry) => void): void {
  if (!existsSync(path)) return
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf(0x0a) + 1
  // A kill during a write leaves half a line. It was never answered, so it doesn't count.
  if (end < bytes.length) truncateSync(path, end)
  const lines = bytes.toString('utf8', 0, end).split('\n')
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    try {
      // Only `append` writes this file, so a line that parses has the shape of an entry.
      replay(JSON.parse(line) as Entry)
    } catch (error) {
      throw new Error(`${path}, line ${index + 1} cannot be replayed`, { cause: error })
    }
  }
}

/** A write may be incomplete (a full disk, a signal); half a line must not pass for a whole one. */
function writeLine(file: number, line: Buffer): void {
  let written = 0
  while (written < line.length) written += writeSync(file, line, written)
}
