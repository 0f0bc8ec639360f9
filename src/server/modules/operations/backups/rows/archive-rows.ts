import type { Client } from 'pg'

import { copyOut } from '#server/lib/postgres/copy-rows.ts'
import { type LineSum, names } from '#server/modules/operations/backups/archive/archive-parts.ts'
import type { ArchiveWriter } from '#server/modules/operations/backups/archive/archive-writer.ts'
import { makeLineCounter } from '#server/modules/operations/backups/archive/line-sum.ts'

import type { ReadTable } from './snapshot.ts'

/** Per entry: held in memory a few times over, and summed in one event loop turn. */
const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 10

/** Writes a table's rows from the snapshot as entries, and answers their sum. `onRows` gets the number so far. */
export async function archiveRows(
  client: Client,
  {
    table,
    writer,
    onRows,
    signal,
  }: {
    table: ReadTable
    writer: ArchiveWriter
    onRows: (count: number) => void
    signal: AbortSignal | undefined
  },
): Promise<LineSum> {
  const counter = makeLineCounter()
  let number = 0
  for await (const bytes of toChunks(copyOut(client, table.select))) {
    signal?.throwIfAborted()
    counter.add(bytes)
    number += 1
    await writer.add({ name: names.chunk(table.name, number), bytes })
    onRows(counter.result().count)
  }
  return counter.result()
}

/** The sum of a table's rows in the database. */
export async function sumRows(client: Client, select: string): Promise<LineSum> {
  const counter = makeLineCounter()
  for await (const bytes of toChunks(copyOut(client, select))) counter.add(bytes)
  return counter.result()
}

/** Whole rows, in chunks of some megabytes. A newline ends a row: within a row COPY writes it as \n. */
async function* toChunks(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of rows) {
    parts.push(part)
    length += part.length
    const end = part.lastIndexOf(NEWLINE) + 1
    if (length < CHUNK_BYTES || end === 0) continue
    const all = Buffer.concat(parts, length)
    const rest = part.length - end
    yield all.subarray(0, length - rest)
    parts = rest === 0 ? [] : [part.subarray(end)]
    length = rest
  }
  if (length > 0) yield Buffer.concat(parts, length)
}
