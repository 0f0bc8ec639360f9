import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { makeGate } from '#server/lib/limits/gate.ts'

import { type Cell, toCsvLine } from './csv.ts'
import { serve } from './mount.ts'
import type { Call } from './read-call.ts'

/** So many are made at a time in a process; whoever reads slower than this is not waited for. */
const exporting = makeGate({ runningMax: 4, waitingMax: 40 })
const SECONDS_MAX = 300

type Csv<E extends Endpoint> = {
  filename: string
  columns: readonly string[]
  /** Made as it is read; at most `limits.exportRowsMax` of them leave. */
  rows: (call: Call<E>) => AsyncIterable<readonly Cell[]>
}

/** Mounts a download as CSV. What fails before the first of it is there is a refusal like any other; later the line breaks off. */
export function mountCsv<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  { filename, columns, rows }: Csv<E>,
): void {
  serve(
    app,
    ctx,
    endpoint,
    (call, reply, request) =>
      new Promise((resolve, reject) => {
        exporting(async () => {
          // Whoever asks for the head alone has no row read.
          const chunks = toChunks(request.method === 'HEAD' ? noRows() : rows(call))
          const first = await chunks.next()
          const head = `${isBrowser(request) ? MARK : ''}${columns.join(',')}\r\n`
          const stream = Readable.from(withHead(head, first, chunks))
          addAbortSignal(AbortSignal.timeout(SECONDS_MAX * 1000), stream)
          resolve(
            reply
              .type('text/csv; charset=utf-8')
              .header('content-disposition', `attachment; filename="${filename}"`)
              .header('cache-control', 'no-store')
              .send(stream),
          )
          // Whoever leaves in the middle ends it as well.
          await finished(stream).catch(() => undefined)
        }, call.signal).catch(reject)
      }),
  )
}

/** Without it a spreadsheet takes a file that it is handed for one of the machine's own code page, and breaks most languages. */
const MARK = '\uFEFF'

/**
 * A browser saves the file for a person. Programs get the bare columns: many take the mark for a part of the first one's
 * name. Browsers alone say from where they ask.
 */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined
}

async function* noRows(): AsyncGenerator<never> {}

const CHUNK_LENGTH = 16_384

/** Many lines at once: each would be a write of its own. */
async function* toChunks(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string, undefined> {
  let left: number = limits.exportRowsMax
  let chunk = ''
  for await (const row of rows) {
    if (left === 0) break
    left -= 1
    chunk += toCsvLine(row)
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

async function* withHead(
  head: string,
  first: IteratorResult<string, undefined>,
  rest: AsyncGenerator<string, undefined>,
): AsyncGenerator<string> {
  yield head
  if (first.done === true) return
  yield first.value
  yield* rest
}
