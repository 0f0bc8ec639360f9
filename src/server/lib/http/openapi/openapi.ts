import type { FastifyInstance } from 'fastify'

import type { Endpoint, Envelope } from '#contract/base/endpoint.ts'
import { errorsOf } from '#contract/base/endpoint-errors.ts'
import { errorCatalogue, type ErrorCode, statusOf } from '#contract/base/error-catalogue.ts'
import { limits } from '#contract/base/limits.ts'
import { shownProof } from '#contract/base/proof.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getOpenApi } from '#contract/operations/health.ts'
import { liveEvents } from '#contract/site/events.ts'
import { english } from '#contract/words/en.ts'
import type { Context } from '#server/context.ts'
import { serve } from '#server/lib/http/mount.ts'
import { toAnswerSchema, toBodySchema, toParameters } from './openapi-schema.ts'

type Json = { [key: string]: unknown }
type ListedEndpoint = Pick<(typeof endpoints)[number], 'name' | 'noun'> & { endpoint: Endpoint }

const tags: Record<string, string> = {
  auth: 'Signing in, sessions and passwords',
  users: 'Customers and staff',
  settings: 'Settings of the panel',
  catalogue: 'Services, categories and prices',
  orders: 'Placing, tracking and reviewing orders',
  reseller: 'The API that other panels buy by',
  wallet: 'Balance, transactions and custom rates of a customer',
  payments: 'Deposits, gateways and webhooks',
  notifications: 'Notifications and live events',
  providers: 'Provider accounts',
  imports: "Imports from providers' service lists",
  tickets: 'Support tickets',
  contact: 'Messages from the contact form',
  announcements: 'Announcements and unsubscribing',
  reports: 'Reports and key figures',
  staff: 'Audit log',
  site: 'Sitemap, robots.txt and other public files',
  health: 'Health and metrics of a process',
}

const carried: Json = { type: 'object', additionalProperties: { type: ['string', 'number'] } }

const errorSchema: Json = {
  type: 'object',
  required: ['success', 'code', 'message', 'requestId'],
  properties: {
    success: { type: 'boolean', const: false },
    code: { type: 'string' },
    message: { type: 'string', description: 'In English' },
    details: { ...carried, description: 'Details of the code, to word it in another language' },
    fields: { ...carried, description: 'Sentence by field; for price_changed the new price' },
    field_codes: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string' } },
        additionalProperties: { type: ['string', 'number'] },
      },
    },
    reasons: { type: 'array', items: { type: 'string' }, description: 'Of /readyz' },
    requestId: { type: 'string' },
  },
}

/** The API as an OpenAPI 3.1 document, from the list of endpoints. */
export function makeOpenApi(list: readonly ListedEndpoint[] = endpoints): Json {
  const paths: Record<string, Json> = {}
  for (const listed of list) {
    const { endpoint } = listed
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(listed) }
    if (endpoint.input?.includes('query') === true)
      paths[path] = { ...paths[path], get: operationByGet(listed) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tally & Reach', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(list.map(({ noun }) => noun))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...eventSchemas() },
      responses: refusals(list),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a session',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: "A customer's API key, on calls that accept it",
        },
      },
    },
  }
}

/** The same call as a GET, with its fields in the query. */
function operationByGet({ name, noun, endpoint }: ListedEndpoint): Json {
  const { body, ...rest } = endpoint
  return operation({ name: `${name}ByGet`, noun, endpoint: { ...rest, ...(body && { query: body }) } })
}

function operation({ name, noun, endpoint }: ListedEndpoint): Json {
  const parameters = [...toParameters('path', endpoint.params), ...toParameters('query', endpoint.query)]
  if (endpoint.idempotent === true)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Repeating a request with the same key and body returns the first answer, for 30 days',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    })
  const requestBody = toRequestBody(endpoint)
  return {
    operationId: name,
    tags: [noun],
    summary: endpoint.summary,
    ...(endpoint.proof !== undefined && { description: sayProof(endpoint.proof) }),
    security: toSecurity(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: toResponses(endpoint),
  }
}

function toSecurity({ access, takesKey }: Endpoint): Json[] {
  if (access === 'public') return []
  return takesKey !== undefined ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }]
}

/** The schema of each event's `data`. */
function eventSchemas(): Record<string, Json> {
  const kinds = Object.entries(liveEvents)
  return Object.fromEntries(kinds.map(([kind, schema]) => [eventName(kind), toAnswerSchema(schema)]))
}

function eventName(kind: string): string {
  return `Event_${kind}`
}

const eventAnswer: Json = {
  description: 'Server-sent events; `data` is JSON by the schema of the event name',
  oneOf: Object.keys(liveEvents).map((kind) => ({ $ref: `#/components/schemas/${eventName(kind)}` })),
}

function sayProof(proof: NonNullable<Endpoint['proof']>): string {
  const when = proof === 'always' ? '' : ` to change ${proof.join(', ')}`
  return `Needs a fresh proof of the session${when}: a sign-in or a proof within ${limits.proofMinutes} minutes, or \`password\` or \`code\` in the body.`
}

const contentTypes = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  json: 'application/json',
} as const

function toRequestBody({ body, takes, files, proof, input }: Endpoint): Json | undefined {
  if (takes === 'bytes')
    return { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
  if (body === undefined)
    return proof && { content: { 'application/json': { schema: toBodySchema(shownProof) } } }
  const own = toBodySchema(body)
  if (input !== undefined) {
    const types = input.flatMap((one) => (one === 'query' ? [] : [[contentTypes[one], { schema: own }]]))
    return { content: Object.fromEntries(types) }
  }
  const schema = proof === undefined ? own : withProperties(own, toBodySchema(shownProof)['properties'])
  const form = files && {
    'multipart/form-data': { schema: withFiles(schema, files) },
    'application/x-www-form-urlencoded': { schema },
  }
  return { required: true, content: { 'application/json': { schema }, ...form } }
}

function withFiles(schema: Json, { max, bytes }: NonNullable<Endpoint['files']>): Json {
  const attachments = {
    type: 'array',
    maxItems: max,
    items: { type: 'string', format: 'binary', description: `At most ${bytes} bytes` },
  }
  return withProperties(schema, { attachments })
}

function withProperties(schema: Json, added: unknown): Json {
  return { ...schema, properties: { ...(schema['properties'] as Json), ...Object(added) } } // of an object
}

function toResponses(endpoint: Endpoint): Json {
  const { status, schema, type } = endpoint.answer
  const responses: Json = {
    [status]: {
      description: 'Done',
      ...toHeaders(endpoint),
      ...(type !== undefined && {
        content: { [type]: { schema: type === 'text/event-stream' ? eventAnswer : { type: 'string' } } },
      }),
      ...(schema !== undefined && { content: { 'application/json': { schema: toAnswerSchema(schema) } } }),
    },
  }
  if (endpoint.envelope !== undefined) return withEnvelope(responses, endpoint, endpoint.envelope)
  if (endpoint.versioned !== undefined)
    responses['304'] = {
      description: 'Not modified since the version in `If-None-Match`',
      headers: { ETag: etag },
    }
  for (const [key, codes] of byStatus(endpoint))
    responses[key] = { $ref: `#/components/responses/${nameOf(codes)}` }
  return responses
}

const etag: Json = { schema: { type: 'string' }, description: 'The version, for `If-None-Match`' }
const totalCount: Json = { schema: { type: 'integer', minimum: 0 }, description: 'The total number of rows' }
const replayed: Json = {
  schema: { type: 'string', const: 'true' },
  description: 'The answer to an earlier request with this Idempotency-Key; nothing was done again',
}

function toHeaders({ versioned, idempotent }: Endpoint): Json {
  const headers = {
    ...(versioned !== undefined && { ETag: etag }),
    ...(versioned === 'counted' && { 'X-Total-Count': totalCount }),
    ...(idempotent === true && { 'Idempotent-Replayed': replayed }),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

/** Refusals may have the status of a success: both are then alternatives of one response. */
function withEnvelope(responses: Json, endpoint: Endpoint, envelope: Envelope): Json {
  const { status, schema } = endpoint.answer
  const error = toAnswerSchema(envelope.errorSchema)
  const done = schema === undefined ? [] : [toAnswerSchema(schema)]
  const own = [...Map.groupBy(errorsOf(endpoint).toSorted(), envelope.statusOf)].map(([key, codes]) => [
    key,
    {
      ...(key === status && toHeaders(endpoint)),
      description: codes.map(describeCode).join('\n\n'),
      content: { 'application/json': { schema: key === status ? { oneOf: [...done, error] } : error } },
    },
  ])
  return { ...responses, ...Object.fromEntries(own) }
}

function byStatus(endpoint: Endpoint): [status: number, codes: ErrorCode[]][] {
  return [...Map.groupBy(errorsOf(endpoint).toSorted(), statusOf)]
}

/** Many calls have the same refusals, so each set is described once. */
function refusals(list: readonly ListedEndpoint[]): Json {
  const all = list.flatMap(({ endpoint }) => (endpoint.envelope === undefined ? byStatus(endpoint) : []))
  return Object.fromEntries(all.map(([status, codes]) => [nameOf(codes), refusal(status, codes)]))
}

function nameOf(codes: readonly ErrorCode[]): string {
  return codes.join('.')
}

function refusal(status: number, codes: ErrorCode[]): Json {
  return {
    description: codes.map(describeCode).join('\n\n'),
    ...(mayBeLater.has(status) && {
      headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } },
    }),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          type: 'object',
          properties: { code: { type: 'string', enum: codes } },
        },
      },
    },
  }
}

const mayBeLater: ReadonlySet<number> = new Set([429, 503])

/** The code's sentence if it needs no details, or its possible reasons. */
function describeCode(code: ErrorCode): string {
  const word: unknown = english.errors[code]
  if (typeof word === 'string') return `\`${code}\`: ${word}`
  const { reasons } = errorCatalogue[code] as { reasons?: object } // of some codes
  if (reasons === undefined) return `\`${code}\``
  return `\`${code}\`, by \`details.reason\`: ${Object.keys(reasons).join(', ')}`
}

/** Serves the document, which is generated on the first request. */
export function openApiRoute(app: FastifyInstance, ctx: Context): void {
  let openApi: string | undefined
  serve(app, ctx, getOpenApi, async (_call, reply) => {
    openApi ??= JSON.stringify(makeOpenApi())
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(openApi)
  })
}
