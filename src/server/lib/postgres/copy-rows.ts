import { once } from 'node:events'

import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** The output of `COPY (…) TO STDOUT`, in chunks of any size. */
export async function* copyOut(client: Client, query: string): AsyncGenerator<Buffer> {
  // The rows end a moment before the connection is ready for the next statement.
  const ready = once(client, 'drain')
  ready.catch(() => undefined)
  const stream = client.query(copyTo(`copy (${query}) to stdout`))
  for await (const chunk of stream) yield chunk as Buffer // of a stream without an encoding
  await ready
}

export type CopyIn = {
  /** Returns when there is room for more. */
  write(rows: Buffer): Promise<void>
  /** Resolves when the server has accepted all rows. */
  end(): Promise<void>
}

/** Begins `COPY … FROM STDIN`. An error of the server is thrown by the next call. */
export function copyIn(client: Client, statement: string): CopyIn {
  const stream = client.query(copyFrom(statement))
  let failed: Error | undefined
  stream.on('error', (error: Error) => (failed ??= error))
  const done = new Promise<void>((resolve, reject) => {
    stream.on('finish', resolve)
    stream.on('error', reject)
  })
  done.catch(() => undefined)
  return {
    async write(rows) {
      if (failed !== undefined) throw failed
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), done])
    },
    async end() {
      stream.end()
      await done
    },
  }
}
