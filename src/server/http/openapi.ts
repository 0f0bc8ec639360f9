import * as z from 'zod/mini'

import { type Endpoint, errorsOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { errorCatalogue, type ErrorCode, statusOf } from '#contract/errors.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { english } from '#contract/words/en.ts'

type Json = { [key: string]: unknown }

const errorSchema: Json = {
  type: 'object',
  required: ['success', 'code', 'message', 'requestId'],
  properties: {
    success: { const: false },
    code: { type: 'string' },
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    fields: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    field_codes: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string' } },
        additionalProperties: { type: ['string', 'number'] },
      },
    },
    requestId: { type: 'string' },
  },
}

/** The whole interface as an OpenAPI 3.1 document, from the contract's list alone. */
export function makeOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const { name, noun, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation({ name, noun, endpoint }) }
  }
  paths[EVENTS_PATH] = {
    get: {
      operationId: 'liveEvents',
      tags: ['notifications'],
      summary: 'Server-sent events for the signed-in user: balance, order, notification',
      security: [{ bearer: [] }],
      responses: {
        200: {
          description: 'A stream that stays open',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
      },
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tally & Reach', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation({ name, noun, endpoint }: { name: string; noun: string; endpoint: Endpoint }): Json {
  const parameters = [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query)]
  if (endpoint.idempotent === true)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    })
  return {
    operationId: name,
    tags: [noun],
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(endpoint.body) } },
          },
        }),
    responses: responsesOf(endpoint),
  }
}

function responsesOf(endpoint: Endpoint): Json {
  const { status, schema } = endpoint.answer
  const responses: Json = {
    [status]:
      schema === undefined
        ? { description: 'Done' }
        : { description: 'Done', content: { 'application/json': { schema: toSchema(schema) } } },
  }
  for (const code of errorsOf(endpoint)) {
    const key = String(statusOf(code))
    const known = responses[key]
    const line = describeCode(code)
    const before =
      typeof known === 'object' && known !== null && 'description' in known
        ? `${String(known.description)}\n\n`
        : ''
    responses[key] = {
      description: before + line,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return responses
}

/** Its sentence where that is the same for everyone, or the reasons it may have. */
function describeCode(code: ErrorCode): string {
  const word: unknown = english.errors[code]
  if (typeof word === 'string') return `\`${code}\`: ${word}`
  const { reasons } = errorCatalogue[code] as { reasons?: object } // of some codes
  if (reasons === undefined) return `\`${code}\``
  return `\`${code}\`, by \`details.reason\`: ${Object.keys(reasons).join(', ')}`
}

function parametersIn(place: 'path' | 'query', schema: Endpoint['params']): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toSchema(schema) as { properties?: Json; required?: string[] } // JSON Schema of an object
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: own,
  }))
}

/** As it is on the wire: a codec's input side. */
function toSchema(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
  })
  return rest
}
