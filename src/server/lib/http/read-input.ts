import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Endpoint, Input } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { acceptJson } from './parse-json.ts'
import { typeOfField, urlencoded } from './read-form.ts'

type Schema = NonNullable<Endpoint['body']>
type Fields = Map<string, unknown>

/** A list of 100 ids may be sent as 100 fields. */
const FIELDS_MAX = 200
const NAME_BYTES_MAX = 100
/** Concurrent forms; slow senders wait for their own, and others don't wait for them. */
const reading = makeSemaphore({ runningMax: 100, eachMax: 20, waitingMax: 1_000, waitMs: 10_000 })

/** Accepts only bodies in the formats of `input`, in its own scope. */
export async function acceptInput(scope: FastifyInstance, input: readonly Input[]): Promise<void> {
  scope.removeAllContentTypeParsers()
  if (input.includes('json')) acceptJson(scope)
  if (input.includes('multipart')) await scope.register(multipart)
  if (input.includes('form'))
    scope.addContentTypeParser(urlencoded, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    )
}

/**
 * The fields of a request as its schema expects them, from query and body together; the body's take precedence. Clients
 * send numbers as strings and strings as numbers, lists as `ids[]` or `ids[0]`, and what they leave out as "", null,
 * "null" or "undefined". Throws `invalid_parameter`, `invalid_json`, `payload_too_large`, `unavailable`.
 */
export async function readInput(
  { input = [], body: schema, bodyBytes = limits.bodyBytes }: Endpoint,
  { request, sender, signal }: { request: FastifyRequest; sender: string; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const query = input.includes('query') ? readTexts(pairsOf(request.query)) : new Map()
  const work = () => readParts(request, bodyBytes)
  const isMultipart = input.includes('multipart') && request.isMultipart()
  const sent = isMultipart ? await reading(work, { from: [sender], signal }) : readBody(request.body)
  const fields: Fields = new Map([...query, ...sent])
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) => (isAbsent(value) ? [] : [[name, toType(schema, name, value)]])),
  )
}

function readBody(body: unknown): Fields {
  if (body === undefined || body === null) return new Map()
  if (body instanceof URLSearchParams) return readTexts([...body])
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('invalid_json')
  return new Map(Object.entries(body))
}

/** The router returns a repeated name as a list. */
function pairsOf(query: unknown): [string, string][] {
  const entries = Object.entries(query as Record<string, string | string[]>) // the router's
  return entries.flatMap(([name, texts]) => [texts].flat().map((text): [string, string] => [name, text]))
}

function readTexts(pairs: readonly [string, string][]): Fields {
  const fields: Fields = new Map()
  if (pairs.length > FIELDS_MAX) throw new AppError('payload_too_large')
  for (const [name, text] of pairs) addText(fields, name, text)
  return fields
}

/** A repeated name is refused: which one counts would be a guess. */
function addText(fields: Fields, name: string, text: string): void {
  const [, listed] = /^([^[\]]+)\[\d{0,3}\]$/.exec(name) ?? []
  const known = fields.get(listed ?? name)
  if (listed === undefined ? known !== undefined : known !== undefined && !Array.isArray(known))
    throw notReadable()
  if (listed === undefined) fields.set(name, text)
  else fields.set(listed, [...(Array.isArray(known) ? known : []), text])
}

async function readParts(request: FastifyRequest, bytesMax: number): Promise<Fields> {
  const pairs: [string, string][] = []
  let bytes = 0
  const bounds = { files: 0, fields: FIELDS_MAX, fieldSize: bytesMax, fieldNameSize: NAME_BYTES_MAX }
  try {
    for await (const part of request.parts({ limits: { ...bounds, parts: FIELDS_MAX } })) {
      if (part.type === 'file' || typeof part.value !== 'string' || part.fieldnameTruncated)
        throw notReadable()
      bytes += Buffer.byteLength(part.value)
      if (part.valueTruncated || bytes > bytesMax) throw new AppError('payload_too_large')
      pairs.push([part.fieldname, part.value])
    }
  } catch (error) {
    throw toRefusal(error)
  }
  return readTexts(pairs)
}

function toRefusal(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const isMany = 'code' in error && ['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'].includes(String(error.code))
  return isMany ? new AppError('payload_too_large') : notReadable()
}

function notReadable(): AppError {
  return new AppError('invalid_parameter', { reason: 'form' })
}

/** An empty list too, as from `orders[]=`. Objects are never converted to text: they may define how, or be too deep. */
function isAbsent(value: unknown): boolean {
  const isNothing = (one: unknown) =>
    one === null ||
    one === undefined ||
    (typeof one === 'string' && ['', 'null', 'undefined'].includes(one.trim()))
  return Array.isArray(value) ? value.length < 2 && value.every(isNothing) : isNothing(value)
}

/** What can't be converted is left for the schema to refuse. */
function toType(schema: Schema | undefined, name: string, value: unknown): unknown {
  const type = schema && typeOfField(schema, name)
  if (type === 'number' && typeof value === 'string' && /^\s*-?\d{1,16}(?:\.\d{1,8})?\s*$/.test(value))
    return Number(value)
  return type === 'string' && typeof value === 'number' ? String(value) : value
}
