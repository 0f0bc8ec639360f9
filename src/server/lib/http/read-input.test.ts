import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { endpoint, type Envelope, type Input } from '#contract/base/endpoint.ts'
import { statusOf } from '#contract/base/error-catalogue.ts'
import { AppError } from '#contract/base/errors.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

import { handleErrors } from './errors.ts'
import { mount } from './mount.ts'
import { makeOpenApi } from './openapi/openapi.ts'
import { acceptJsonOnly } from './parse-json.ts'

const trouble = new Set(['rate_limited', 'maintenance', 'unavailable', 'internal_error'])

/** Like a panel: any refusal is an error with status 200, and a server error has no body. */
const envelope: Envelope = {
  statusOf: (code) => (trouble.has(code) ? statusOf(code) : 200),
  toBody: ({ code }) => (trouble.has(code) ? undefined : { error: code }),
  errorSchema: z.object({ error: z.string() }),
}

const body = z.object({
  key: z.string(),
  action: z.string(),
  quantity: z.optional(z.int()),
  orders: z.optional(z.union([z.string(), z.array(z.string())])),
})
const answer = { status: 200, schema: z.looseObject({}) } as const

function describe(path: `/${string}`, input: readonly Input[]) {
  return endpoint({
    method: 'POST',
    path,
    access: 'public',
    summary: 'x',
    input,
    envelope,
    body,
    answer,
    errors: [],
  })
}
const panel = describe('/api/panel', ['query', 'form', 'multipart', 'json'])
const small = { ...describe('/api/small', ['query', 'form', 'multipart', 'json']), bodyBytes: 100 }
const bodiesOnly = describe('/api/bodies', ['json'])

let product: TestApp
let app: FastifyInstance
let url: string
let said = ''

beforeAll(async () => {
  product = await makeTestApp()
  const log = makeLog('trace', { write: (line: string) => void (said += line) })
  app = fastify({
    loggerInstance: log as FastifyBaseLogger, // pino's own type, which fastify takes
    logController: new LogController({ disableRequestLogging: true }),
  })
  handleErrors(app, product.ctx.security)
  acceptJsonOnly(app)
  for (const one of [panel, small, bodiesOnly])
    mount(app, product.ctx, one, async (call) => {
      const { action } = call.body
      if (action === 'bug') throw new Error('a bug')
      if (action === 'busy') throw new AppError('unavailable', { retryAfterSeconds: 7 })
      return { ...call.body, took: true }
    })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await product.drop()
})

type Request = { path?: string; method?: string; query?: string; body?: string | FormData; type?: string }

async function send({ path = '/api/panel', method = 'POST', query = '', body: sent, type }: Request) {
  const response = await fetch(`${url}${path}${query}`, {
    method,
    ...(sent !== undefined && { body: sent }),
    ...(type !== undefined && { headers: { 'content-type': type } }),
    redirect: 'manual',
  })
  const { status, headers } = response
  return { status, headers, text: await response.text() }
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const parts = (fields: Record<string, string | Blob>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const taken = { key: 'k1', action: 'add', quantity: 5, took: true }

test.each<[string, Request]>([
  ['GET', { method: 'GET', query: '?key=k1&action=add&quantity=5&unknown=x' }],
  [
    'GET with a trailing slash',
    { method: 'GET', path: '/api/panel/', query: '?key=k1&action=add&quantity=5' },
  ],
  ['a POST with everything in the query', { query: '?key=k1&action=add&quantity=5' }],
  ['a form', { body: 'key=k1&action=add&quantity=5&comments=', type: form }],
  [
    'a form with a charset, and the key in the query',
    { query: '?key=k1', body: 'action=add&quantity=5', type: `${form}; charset=UTF-8` },
  ],
  ['multipart', { body: parts({ key: 'k1', action: 'add', quantity: ' 5 ' }) }],
  ['JSON', { body: '{"key":"k1","action":"add","quantity":5,"runs":null,"orders":"undefined"}', type: json }],
  ['JSON with texts', { body: '{"key":"k1","action":"add","quantity":"5"}', type: json }],
  [
    'the body before the query',
    { query: '?key=k0&action=x', body: 'key=k1&action=add&quantity=5', type: form },
  ],
])('%s is read, whatever it adds or leaves empty', async (_how, request) => {
  const { status, headers, text } = await send(request)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(JSON.parse(text)).toEqual(taken)
})

test.each<[string, Request]>([
  ['a query', { method: 'GET', query: '?key=1&action=status&orders[]=7&orders[]=8' }],
  ['a form', { body: 'key=1&action=status&orders%5B0%5D=7&orders%5B1%5D=8', type: form }],
  ['JSON', { body: '{"key":1,"action":"status","orders":["7","8"]}', type: json }],
])('a list in %s is read as one', async (_how, request) => {
  expect(JSON.parse((await send(request)).text)).toEqual({
    key: '1',
    action: 'status',
    orders: ['7', '8'],
    took: true,
  })
})

const large = 'x'.repeat(200)
test.each<[string, Request]>([
  ['invalid_fields', { method: 'GET' }],
  ['invalid_fields', { body: 'key=k1&action=add&quantity=many', type: form }],
  ['invalid_parameter', { method: 'GET', query: '?key=k1&key=k2&action=add' }],
  ['invalid_parameter', { body: 'key=k1&action=add&action[]=add', type: form }],
  ['invalid_parameter', { body: 'no boundary', type: 'multipart/form-data; boundary=x' }],
  ['invalid_parameter', { body: parts({ key: 'k1', action: 'add', file: new Blob(['x']) }) }],
  ['invalid_json', { body: '{"key":', type: json }],
  ['invalid_json', { body: '[1]', type: json }],
  ['invalid_json', { body: '{"__proto__":{"key":"k1"}}', type: json }],
  ['unsupported_media_type', { body: '<key/>', type: 'application/xml' }],
  ['unsupported_media_type', { path: '/api/bodies', body: 'key=k1&action=add', type: form }],
  ['payload_too_large', { path: '/api/small', body: `key=${large}&action=add`, type: form }],
  [
    'payload_too_large',
    { path: '/api/small', body: JSON.stringify({ key: large, action: 'add' }), type: json },
  ],
  [
    'payload_too_large',
    { path: '/api/small', body: parts({ key: large.slice(0, 60), action: large.slice(0, 60) }) },
  ],
  ['payload_too_large', { method: 'GET', query: `?key=k1&action=add${'&orders[]=1'.repeat(201)}` }],
])('%s is refused in the format of the envelope', async (code, request) => {
  const { status, headers, text } = await send(request)
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'application/json',
    `{"error":"${code}"}`,
  ])
})

test('a server error has its status, a Retry-After and no body', async () => {
  const busy = await send({ method: 'GET', query: '?key=k1&action=busy' })
  expect([busy.status, busy.headers.get('retry-after'), busy.text]).toEqual([503, '7', ''])
  expect(busy.headers.get('content-type')).toBeNull()
  const bug = await send({ method: 'GET', query: '?key=k1&action=bug' })
  expect([bug.status, bug.text]).toEqual([500, ''])
})

test("HEAD does nothing, and neither does GET if the query isn't input", async () => {
  expect((await send({ method: 'HEAD', query: '?key=k1&action=add' })).status).toBe(404)
  expect((await send({ path: '/api/bodies', method: 'GET', query: '?key=k1&action=add' })).status).toBe(404)
  const strange = await send({ path: '/api/bodies', query: '?key=k1', body: '{"action":"add"}', type: json })
  expect(strange.text).toBe('{"error":"invalid_parameter"}')
})

test('a key in the query or a header is never logged', async () => {
  said = ''
  for (const query of ['action=add', 'action=bug', 'action=busy', 'action=%zz', 'key=2&action=add'])
    for (const path of ['/api/panel', '/api/panel/', '/nowhere', '/%zz'])
      await send({ method: 'GET', path, query: `?key=key-in-query&${query}` })
  await fetch(`${url}/api/panel?key=key-in-query`, {
    method: 'POST',
    headers: { authorization: 'Bearer key-in-query' },
    body: parts({ action: 'add' }),
  })
  expect(said).toContain('a bug')
  expect(said).not.toContain('key-in-query')
})

test('the API description has both methods, every format and the refusals', () => {
  const { paths } = makeOpenApi([{ name: 'panel', noun: 'orders', endpoint: panel }]) as {
    paths: Record<string, Record<string, Record<string, object>>>
  }
  const { get, post } = paths['/api/panel'] ?? {}
  expect(get?.['parameters']).toMatchObject([
    { name: 'key', in: 'query', required: true },
    { name: 'action', in: 'query' },
    { name: 'quantity', in: 'query', required: false, schema: { type: 'integer' } },
    { name: 'orders', in: 'query' },
  ])
  expect(get).not.toHaveProperty('requestBody')
  expect(post).not.toHaveProperty('parameters')
  expect(Object.keys(Object(post?.['requestBody']).content)).toEqual([form, 'multipart/form-data', json])
  expect(post?.['responses']).toMatchObject({
    200: { content: { [json]: { schema: { oneOf: [{}, { required: ['error'] }] } } } },
    503: { description: expect.stringContaining('`unavailable`') },
  })
})
