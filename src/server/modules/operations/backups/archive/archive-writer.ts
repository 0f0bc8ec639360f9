import { makeFrameMarks, toFrame } from './frames.ts'
import type { Sink } from './sink.ts'
import { type Entry, tarEnd, toTarEntry } from './tar-entry.ts'

export type ArchiveWriter = {
  /** Resolves when there is room for the next one; entries are written in the order of the calls. */
  add(entry: Entry): Promise<void>
  /** Writes the last entry. The archive is durable when it resolves. */
  end(entry: Entry): Promise<void>
}

/** Entries compressed concurrently. */
const AHEAD = 3

/** Writes entries as frames of a tar archive. Holds only a few entries in memory, regardless of the total size. */
export function makeArchiveWriter(sink: Sink, takenAt: Date): ArchiveWriter {
  const seconds = Math.floor(takenAt.getTime() / 1000)
  const marks = makeFrameMarks()
  const running: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()
  const add = async (entry: Entry, more: Buffer = Buffer.alloc(0)) => {
    const compressing = toFrame(Buffer.concat([toTarEntry(entry, seconds), more]))
    // Awaited later, in order: until then a failure must not count as unhandled.
    compressing.catch(() => undefined)
    last = writeNext(last, compressing)
    last.catch(() => undefined)
    running.push(last)
    if (running.length >= AHEAD) await running.shift()
  }
  const writeNext = async (before: Promise<void>, compressing: Promise<Buffer>) => {
    await before
    const frame = await compressing
    await sink.write(marks.before(frame))
    await sink.write(frame)
  }
  return {
    add: (entry) => add(entry),
    async end(entry) {
      await add(entry, tarEnd)
      await last
      await sink.write(marks.end())
      await sink.close()
    },
  }
}
