import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import { toDecimal } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { serve } from './mount.ts'
import type { Call } from './read-call.ts'

/** Concurrent exports per process. One that exceeds the limit, because its client reads slowly, is cut off. */
const SECONDS_MAX = 300
const exporting = makeSemaphore({ runningMax: 4, waitingMax: 40, waitMs: SECONDS_MAX * 1000 })

type Csv<E extends Endpoint> = {
  filename: string
  columns: readonly string[]
  /** Read lazily; at most `limits.exportRowsMax` are sent. */
  rows: (call: Call<E>) => AsyncIterable<readonly Cell[]>
}

/** Mounts a CSV download. An error before the first chunk is answered as usual; later the connection is cut. */
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
        exporting(
          async () => {
            // HEAD reads no rows.
            const chunks = toChunks(request.method === 'HEAD' ? noRows() : rows(call))
            const first = await chunks.next()
            const head = `${isBrowser(request) ? BYTE_ORDER_MARK : ''}${columns.join(',')}\r\n`
            const stream = Readable.from(withHead(head, first, chunks))
            addAbortSignal(AbortSignal.timeout(SECONDS_MAX * 1000), stream)
            resolve(
              reply
                .type('text/csv; charset=utf-8')
                .header('content-disposition', `attachment; filename="${filename}"`)
                .header('cache-control', 'no-store')
                .send(stream),
            )
            // Also ends when the client disconnects.
            await finished(stream).catch(() => undefined)
          },
          { signal: call.signal },
        ).catch(reject)
      }),
  )
}

/** Byte order mark. Without it spreadsheets read the file in the computer's own code page and garble most languages. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Only browsers send this header. Programs get no mark: many would take it as part of the first column's name. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined
}

async function* noRows(): AsyncGenerator<never> {}

const CHUNK_LENGTH = 16_384

/** Several lines per chunk: each chunk is one write. */
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

/** A bigint is an amount of money. */
export type Cell = string | number | bigint | boolean | Date | null

/** One line of RFC 4180. */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return toDecimal(cell).replace(/0{1,6}$/, '')
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'string' ? quote(withoutFormula(cell)) : String(cell)
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula: also after spaces, with full-width signs,
 * or after a leading tab or line break, which would start the next cell with it.
 */
function withoutFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
