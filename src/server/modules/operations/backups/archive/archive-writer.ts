import { makeFrameMarks, toFrame } from './frames.ts'
import type { Sink } from './sink.ts'
import { type Entry, tarEnd, toTarEntry } from './tar-entry.ts'

export type ArchiveWriter = {
  /** Returns when there is room for the next; entries are written in the order of the calls. */
  add(entry: Entry): Promise<void>
  /** The last entry. The archive is durable when it returns. */
  end(entry: Entry): Promise<void>
}

/** Entries that are being compressed at once. */
const AHEAD = 3

/** Writes entries as frames of a tar archive. Holds a few entries in memory, whatever the size of the whole. */
export function makeArchiveWriter(sink: Sink, takenAt: Date): ArchiveWriter {
  const seconds = Math.floor(takenAt.getTime() / 1000)
  const marks = makeFrameMarks()
  const running: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()
  const add = async (entry: Entry, more: Buffer = Buffer.alloc(0)) => {
    const compressing = toFrame(Buffer.concat([toTarEntry(entry, seconds), more]))
    // Awaited in its turn: a failure before that is not unhandled.
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
