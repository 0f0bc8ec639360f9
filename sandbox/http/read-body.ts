import type { IncomingMessage } from 'node:http'
import { refuse } from './refusal.ts'

/** Far above the longest list of comments that a panel accepts, and far below what would cause trouble. */
const BODY_BYTES_MAX = 1_048_576
/** A longer body is read to its end and discarded, so that the refusal arrives; above this the connection is cut. */
const DISCARDED_BYTES_MAX = 16 * BODY_BYTES_MAX

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk)
    else chunks.length = 0
    // Leaving the loop early destroys the connection.
    if (bytes > DISCARDED_BYTES_MAX) break
  }
  if (bytes > BODY_BYTES_MAX) refuse(413, `The body is larger than ${BODY_BYTES_MAX} bytes.`)
  return Buffer.concat(chunks)
}

/** A control call's body: a JSON object, or empty. */
export async function readControlBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(request)).toString('utf8')
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (!isRecord(value)) refuse(400, 'The body must be a JSON object.')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(400, 'The body is not JSON.')
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
