import { type Endpoint, errorsOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { errorCatalogue, type ErrorCode, statusOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { shownProof } from '#contract/proof.ts'
import { english } from '#contract/words/en.ts'

import { toAnswerSchema, toBodySchema, toParameters } from './openapi-schema.ts'

type Json = { [key: string]: unknown }

/** What each part of the interface is for. */
const tags: Record<string, string> = {
  auth: 'Signing in, sessions and passwords',
  users: 'Customers and staff',
  settings: 'What the operator decides',
  catalogue: 'What is sold',
  orders: 'Placing, following and deciding orders',
  wallet: 'Balance, ledger and rates of a customer',
  payments: 'Deposits, gateways and their news',
  notifications: 'What a customer is told, now and live',
  providers: 'Accounts at upstream panels',
  imports: "Providers' lists and importing from them",
  tickets: 'Questions of customers, and the answers',
  contact: 'What people without an account write, and its answering',
  announcements: 'What staff tell customers, and how they turn it off',
  reports: 'Headline figures',
  staff: 'What staff did, on record',
  site: 'What search engines and others read of the site',
  health: 'How a process is',
}

const carried: Json = { type: 'object', additionalProperties: { type: ['string', 'number'] } }

const errorSchema: Json = {
  type: 'object',
  required: ['success', 'code', 'message', 'requestId'],
  properties: {
    success: { type: 'boolean', const: false },
    code: { type: 'string' },
    message: { type: 'string', description: 'In English' },
    details: { ...carried, description: 'What the code carries, to say it in another language' },
    fields: { ...carried, description: 'Field and sentence; the new price where it changed' },
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

/** The whole interface as an OpenAPI 3.1 document, from the contract's list alone. */
export function makeOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const { name, noun, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation({ name, noun, endpoint }) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tally & Reach', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ noun }) => noun))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: refusals(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation({ name, noun, endpoint }: { name: string; noun: string; endpoint: Endpoint }): Json {
  const parameters = [...toParameters('path', endpoint.params), ...toParameters('query', endpoint.query)]
  if (endpoint.idempotent === true)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    })
  const requestBody = toRequestBody(endpoint)
  return {
    operationId: name,
    tags: [noun],
    summary: endpoint.summary,
    ...(endpoint.proof !== undefined && { description: sayProof(endpoint.proof) }),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: toResponses(endpoint),
  }
}

function sayProof(proof: NonNullable<Endpoint['proof']>): string {
  const when = proof === 'always' ? '' : ` to change ${proof.join(', ')}`
  return `Needs a fresh proof of the session${when}: a sign-in or a proof within ${limits.proofMinutes} minutes, or \`password\` or \`code\` in the body.`
}

function toRequestBody({ body, takes, files, proof }: Endpoint): Json | undefined {
  if (takes === 'bytes')
    return { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
  if (body === undefined)
    return proof && { content: { 'application/json': { schema: toBodySchema(shownProof) } } }
  const own = toBodySchema(body)
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
      ...(type !== undefined && { content: { [type]: { schema: { type: 'string' } } } }),
      ...(schema !== undefined && { content: { 'application/json': { schema: toAnswerSchema(schema) } } }),
    },
  }
  for (const [key, codes] of byStatus(endpoint))
    responses[key] = { $ref: `#/components/responses/${nameOf(codes)}` }
  return responses
}

function byStatus(endpoint: Endpoint): [status: number, codes: ErrorCode[]][] {
  return [...Map.groupBy(errorsOf(endpoint).toSorted(), statusOf)]
}

/** Many calls are refused for the same reasons: these are described once. */
function refusals(): Json {
  const all = endpoints.flatMap(({ endpoint }) => byStatus(endpoint))
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

/** Its sentence where that is the same for everyone, or the reasons it may have. */
function describeCode(code: ErrorCode): string {
  const word: unknown = english.errors[code]
  if (typeof word === 'string') return `\`${code}\`: ${word}`
  const { reasons } = errorCatalogue[code] as { reasons?: object } // of some codes
  if (reasons === undefined) return `\`${code}\``
  return `\`${code}\`, by \`details.reason\`: ${Object.keys(reasons).join(', ')}`
}
