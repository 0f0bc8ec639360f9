import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { BackupRefused } from '#server/modules/operations/backups/backup-refused.ts'

import { makeSealer } from './seal.ts'

/**
 * Synced to the disk after this many bytes: a larger sync, at the end or when the system chooses, delays commits of orders.
 */
const SYNC_BYTES = 256 * 1024

/** The destination of an archive. Exactly one of `close` and `abort` ends it; `abort` leaves nothing behind. */
export type Sink = {
  write(bytes: Buffer): Promise<void>
  /** Durable when it resolves. */
  close(): Promise<void>
  abort(): Promise<void>
}

/** Written as `FILE.….partial`, readable by its owner only, and renamed when it is complete. Throws if `file` exists. */
export async function makeFileSink(file: string): Promise<Sink> {
  const partial = `${file}.${randomUUID()}.partial`
  await refuseExisting(file)
  const handle = await open(partial, 'wx', 0o600)
  let unsynced = 0
  return {
    async write(bytes) {
      await handle.writeFile(bytes)
      unsynced += bytes.length
      if (unsynced < SYNC_BYTES) return
      unsynced = 0
      await handle.datasync()
    },
    async close() {
      await handle.sync()
      await handle.close()
      await renameNew(partial, file)
      await syncFolder(dirname(file))
    },
    async abort() {
      await handle.close().catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}

/** Does not replace a file created meanwhile; on a disk without links that is not fully guaranteed. */
async function renameNew(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw isThere(file)
    await refuseExisting(file)
    return rename(partial, file)
  }
  await rm(partial)
}

async function refuseExisting(file: string): Promise<void> {
  let existing: FileHandle
  try {
    existing = await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await existing.close()
  throw isThere(file)
}

function isThere(file: string): BackupRefused {
  return new BackupRefused('exists', `${file} exists already. Name another file, or a folder.`)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Seals what is written with the passphrase, and passes it to `sink`. */
export async function makeSealedSink(sink: Sink, passphrase: string): Promise<Sink> {
  const { head, sealer } = await makeSealer(passphrase)
  await sink.write(head)
  return {
    async write(bytes) {
      const sealed = sealer.add(bytes)
      if (sealed.length > 0) await sink.write(sealed)
    },
    async close() {
      await sink.write(sealer.end())
      await sink.close()
    },
    abort: sink.abort,
  }
}

/** Both ends of an archive that is read while being written. The reader's `throw` and the writer's `abort` end the other side. */
export function makePipe(): {
  sink: Sink
  source: AsyncIterable<Buffer>
  stopReading(reason: Error): Promise<void>
} {
  const { readable, writable } = new TransformStream<Buffer, Buffer>()
  const writer = writable.getWriter()
  const reader = readable.getReader()
  // The writer gets the error at its next write.
  writer.closed.catch(() => undefined)
  reader.closed.catch(() => undefined)
  return {
    sink: {
      write: (bytes) => writer.write(bytes),
      close: () => writer.close(),
      abort: () => writer.abort(new Error('the archive was not completed')).catch(() => undefined),
    },
    source: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          yield value
        }
      },
    },
    async stopReading(reason) {
      await reader.cancel(reason).catch(() => undefined)
    },
  }
}
