import * as z from 'zod/mini'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { notFoundBy } from '#contract/base/endpoint-errors.ts'
import { AppError } from '#contract/base/errors.ts'

type Schema = NonNullable<Endpoint['query']>

/** Malformed parameters are 400; an id out of range or empty (`/api/orders/`) is 404, like any id that doesn't exist. */
export function decodePath(endpoint: Endpoint, value: unknown): unknown {
  if (endpoint.params === undefined) return undefined
  const result = z.safeDecode(endpoint.params, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'too_big') throw new AppError(notFoundBy(endpoint))
  if (Object.values(value as object).includes('')) throw new AppError('not_found') // the router's
  throw new AppError('invalid_parameter', { reason: 'parameter', parameter: issue?.path.join('.') ?? 'path' })
}

const noParameters = z.strictObject({})

/**
 * Malformed and unknown parameters are 400. Outside `/api/` and on webhooks unknown ones are ignored: others append
 * their own to such URLs.
 */
export function decodeQuery(endpoint: Endpoint, sent: unknown, caller: { id: number } | undefined): unknown {
  const { query = noParameters, path, takes, input } = endpoint
  if (input?.includes('query') === true) return undefined
  if (endpoint.query === undefined && (takes === 'bytes' || !path.startsWith('/api/'))) return undefined
  const value = toAnyCase(query, caller === undefined ? sent : withOneUser(query, sent, caller))
  const result = z.safeDecode(query, value)
  if (result.success) return result.data
  // spec §5: an empty user_id has a message of its own.
  if (userIdIn(value) === '') throw new AppError('invalid_parameter', { reason: 'user_id_required' })
  const { issues } = result.error
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  const where = unknown.length > 0 ? unknown.join(', ') : issues[0]?.path.join('.')
  throw new AppError('invalid_parameter', { reason: 'parameter', parameter: where ?? 'query' })
}

export function userIdIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if ('user_id' in value && value.user_id !== undefined) return value.user_id
  return 'userId' in value ? value.userId : undefined
}

/** `user_id` and `userId` are the same, and the caller's own id is accepted on every call (api.md, "Who is asking"). */
function withOneUser(schema: Schema, sent: unknown, { id }: { id: number }): Record<string, unknown> {
  const query = { ...(sent as Record<string, unknown>) } // the router's
  const known = membersOf(schema)
  for (const [name, other] of [
    ['user_id', 'userId'],
    ['userId', 'user_id'],
  ] as const) {
    if (!(name in query) || name in known) continue
    if (other in known && !(other in query)) query[other] = query[name]
    else if (query[name] !== String(id)) continue
    delete query[name]
  }
  return query
}

/** Values of a list are accepted in any case. */
function toAnyCase(schema: Schema, sent: unknown): unknown {
  const members = membersOf(schema)
  const entries = Object.entries(sent as object).map(([name, value]: [string, unknown]) => {
    const words = Object.hasOwn(members, name) ? wordsOf(members[name]) : []
    const word = typeof value === 'string' ? value.toLowerCase() : undefined
    return [name, words.find((own) => own.toLowerCase() === word) ?? value]
  })
  return Object.fromEntries(entries)
}

/** The fields of a query's schema, which is an object. */
function membersOf(schema: Schema): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodType as z.core.$ZodTypes)._zod // zod's own union of all its types
  return def.type === 'object' ? def.shape : {}
}

function wordsOf(given: z.core.$ZodType | undefined): string[] {
  const { def } = (given as z.core.$ZodTypes)._zod // likewise
  if (def.type === 'optional' || def.type === 'default') return wordsOf(def.innerType)
  const words = def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : []
  return words.filter((word) => typeof word === 'string')
}
