import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

/** A file as received: neither its name nor its content is trusted. */
export type Upload = { name: string; bytes: Buffer }

type Schema = NonNullable<Endpoint['body']>
type Form = { body: Record<string, unknown>; files: Upload[] }

const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 65_536
const HEADERS_MAX = 20
const NAME_BYTES_MAX = 100
/** Max. forms in memory, some 6 MB each. */
const reading = makeSemaphore({ runningMax: 24, waitingMax: 100, waitMs: 60_000 })
/** Concurrent forms per sender, so that one sender's slow uploads can't block the others. */
const sending = makeSemaphore({
  runningMax: Infinity,
  eachMax: 3,
  code: 'rate_limited',
  retryAfterSeconds: 5,
})

export const urlencoded = 'application/x-www-form-urlencoded'

/** The fields of an urlencoded form, which browsers without scripts send. */
export function readTexts(schema: Schema, texts: URLSearchParams): Record<string, unknown> {
  if (texts.size > FIELDS_MAX) throw new AppError('payload_too_large')
  const body: Record<string, unknown> = {}
  for (const [name, value] of texts) takeText(body, schema, { name, value })
  return body
}

export function isForm(request: FastifyRequest): boolean {
  return request.isMultipart()
}

/**
 * A multipart form's fields, as numbers where the schema has numbers, and its files. Every part has a limit; reading ends at
 * the first that exceeds it. `sender` is a user or an address. Throws `attachment_too_large`, `invalid_fields`,
 * `invalid_parameter`, `rate_limited`, `unavailable`.
 */
export async function readForm(
  request: FastifyRequest,
  {
    schema,
    files,
    signal,
    sender,
  }: { schema: Schema; files: NonNullable<Endpoint['files']>; signal: AbortSignal; sender: string },
): Promise<Form> {
  const read = () => readParts(request, { schema, files })
  return sending(() => reading(read, { signal }), { from: [sender] })
}

async function readParts(
  request: FastifyRequest,
  { schema, files }: { schema: Schema; files: NonNullable<Endpoint['files']> },
): Promise<Form> {
  const form: Form = { body: {}, files: [] }
  try {
    for await (const part of request.parts(boundsOf(files))) await takePart(part, schema, form)
  } catch (error) {
    throw toRefusal(error, files)
  }
  if (form.files.length > files.max)
    throw invalidFields({ attachments: { code: 'files_many', max: files.max } })
  return form
}

function boundsOf(files: NonNullable<Endpoint['files']>) {
  return {
    // Names with a path are refused later, so the path must stay.
    preservePath: true,
    limits: {
      // One more than allowed: browsers send an empty file if none was chosen.
      files: files.max + 1,
      fileSize: files.bytes,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
      fieldNameSize: NAME_BYTES_MAX,
      headerPairs: HEADERS_MAX,
      parts: FIELDS_MAX + files.max + 1,
    },
  }
}

async function takePart(part: Multipart, schema: Schema, form: Form): Promise<void> {
  if (part.type === 'file') return takeFile(part, form)
  const { fieldname: name, value, valueTruncated: isCut, fieldnameTruncated: isNameCut } = part
  if (isCut || isNameCut || typeof value !== 'string')
    throw new AppError('invalid_parameter', { reason: 'form' })
  takeText(form.body, schema, { name, value })
}

/** Refuses a duplicate field, or one named like a member of every object. */
function takeText(
  body: Record<string, unknown>,
  schema: Schema,
  { name, value }: { name: string; value: string },
): void {
  if (name in body) throw new AppError('invalid_parameter', { reason: 'form' })
  const read = typeOfField(schema, name) === 'number' ? toNumber(value) : value
  if (read !== undefined) body[name] = read
}

async function takeFile(part: MultipartFile, form: Form): Promise<void> {
  // Read even if it is refused: the next part follows it.
  const bytes = await part.toBuffer()
  if (part.fieldname !== 'attachments') throw invalidFields({ [part.fieldname]: { code: 'unknown_field' } })
  const isNoneChosen = part.filename === '' && bytes.length === 0
  if (!isNoneChosen) form.files.push({ name: part.filename, bytes })
}

/** Undefined for an empty text; a text that is not a number is left for the schema to refuse. */
function toNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return /^-?\d{1,16}(?:\.\d{1,8})?$/.test(text) ? Number(text) : text
}

const fieldTypes = new WeakMap<Schema, ReadonlyMap<string, string>>()

/** The type of a field on the wire, if it has exactly one. */
export function typeOfField(schema: Schema, name: string): string | undefined {
  let known = fieldTypes.get(schema)
  if (known === undefined) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const types = Object.entries(properties).map(([own, schemaOf]) => {
      const type = typeof schemaOf === 'object' ? schemaOf.type : undefined
      return [own, type === 'integer' ? 'number' : String(type)] as const
    })
    known = new Map(types)
    fieldTypes.set(schema, known)
  }
  return known.get(name)
}

function toRefusal(error: unknown, { max }: { max: number }): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('attachment_too_large')
  if (code === 'FST_FILES_LIMIT') return invalidFields({ attachments: { code: 'files_many', max } })
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return new AppError('payload_too_large')
  // Anything else is the parser's own error about a malformed form.
  return new AppError('invalid_parameter', { reason: 'form' })
}
