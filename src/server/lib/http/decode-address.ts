import * as z from 'zod/mini'

import { type Endpoint, notFoundBy } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'

type Schema = NonNullable<Endpoint['query']>

/**
 * A path without meaning is 400. An id beyond what ids can be names nothing, as any other that nothing has, and
 * neither does a path that ends where one should stand (`/api/orders/`): 404.
 */
export function decodePath(endpoint: Endpoint, value: unknown): unknown {
  if (endpoint.params === undefined) return undefined
  const result = z.safeDecode(endpoint.params, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'too_big') throw new AppError(notFoundBy(endpoint))
  if (Object.values(value as object).includes('')) throw new AppError('not_found') // the router's own
  throw new AppError('invalid_parameter', { reason: 'parameter', parameter: issue?.path.join('.') ?? 'path' })
}

const noneTaken = z.strictObject({})

/**
 * A query without meaning is 400, and so is a parameter that the call does not know. Beyond the API, and where gateways
 * call, what others add to an address is left alone.
 */
export function decodeQuery(endpoint: Endpoint, sent: unknown, caller: { id: number } | undefined): unknown {
  const { query = noneTaken, path, takes } = endpoint
  if (endpoint.query === undefined && (takes === 'bytes' || !path.startsWith('/api/'))) return undefined
  const value = toAnyCase(query, caller === undefined ? sent : withOneUser(query, sent, caller))
  const result = z.safeDecode(query, value)
  if (result.success) return result.data
  // Who names nobody has forgotten whom (spec §5).
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

/** Either name means the same, and one's own id may stand everywhere (api.md, "Who is asking"). */
function withOneUser(schema: Schema, sent: unknown, { id }: { id: number }): Record<string, unknown> {
  const query = { ...(sent as Record<string, unknown>) } // the router's own
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

/** The words of a filter are taken in any case. */
function toAnyCase(schema: Schema, sent: unknown): unknown {
  const members = membersOf(schema)
  const entries = Object.entries(sent as object).map(([name, value]: [string, unknown]) => {
    const words = Object.hasOwn(members, name) ? wordsOf(members[name]) : []
    const word = typeof value === 'string' ? value.toLowerCase() : undefined
    return [name, words.find((own) => own.toLowerCase() === word) ?? value]
  })
  return Object.fromEntries(entries)
}

/** What a query may hold: it is an object. */
function membersOf(schema: Schema): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodType as z.core.$ZodTypes)._zod // zod's own union of all that it makes
  return def.type === 'object' ? def.shape : {}
}

function wordsOf(given: z.core.$ZodType | undefined): string[] {
  const { def } = (given as z.core.$ZodTypes)._zod // likewise
  if (def.type === 'optional' || def.type === 'default') return wordsOf(def.innerType)
  const words = def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : []
  return words.filter((word) => typeof word === 'string')
}
