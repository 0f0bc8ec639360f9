import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { liveEvents } from '#contract/site/events.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { makeOpenApi } from './openapi.ts'

type Operations = Record<string, unknown>
type Operation = {
  security: object[]
  parameters?: { name: string; description?: string }[]
  responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>
}

let app: TestApp
const mounted = new Set<string>()

const noteRoutes = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance } // Fastify guarantees it for its instances
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) mounted.add(`${one} ${url.length > 1 ? url.replace(/\/$/, '') : url}`)
  })
}

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes)
  app = await makeTestApp()
  unsubscribe('fastify.initialization', noteRoutes)
})
afterAll(() => app.drop())

test('every endpoint of the contract is mounted', () => {
  const missing = endpoints.filter(
    ({ endpoint }) => !app.app.hasRoute({ method: endpoint.method, url: endpoint.path }),
  )
  expect(missing.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual([])
})

test('nothing is mounted that is missing in the contract, and so in the tests of all calls', () => {
  const methodsOf = ({ method, input }: Endpoint) =>
    input?.includes('query') === true ? [method, 'GET'] : [method]
  const known = new Set(
    endpoints.flatMap(({ endpoint }) => methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`)),
  )
  const unknown = [...mounted].filter((route) => !route.startsWith('HEAD ') && !known.has(route))
  expect(mounted.size).toBeGreaterThan(endpoints.length)
  expect(unknown.toSorted()).toEqual([])
})

test('every call that is not public refuses a stranger, and every admin call a user', async () => {
  const user = await makeUser(app.ctx)
  // Validating the document above blocks the event loop, so requests may be refused for a while.
  const isAnswering = async () => (await fetch(`${app.url}/api/services`)).status
  await expect.poll(isAnswering, { timeout: 30_000 }).toBe(200)
  for (const { endpoint } of endpoints) {
    if (endpoint.access === 'public') continue
    const params = { id: 1, order_id: 'x' }
    const stranger = await app.call(endpoint, { params })
    expect([stranger.status, stranger.json['code']], endpoint.path).toEqual([401, 'authentication_required'])
    if (endpoint.access !== 'admin') continue
    const body = endpoint.method === 'GET' ? {} : { body: {} }
    const refused = await app.call(endpoint, { params, token: user.token, ...body })
    expect([refused.status, refused.json['code'], refused.json['message']], endpoint.path).toEqual([
      403,
      'insufficient_permissions',
      'Insufficient permissions',
    ])
  }
})

test('an unknown path of the API is a 404 of the API, with the security headers', async () => {
  const response = await fetch(`${app.url}/api/nothing`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ success: false, code: 'not_found' })
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the document describes the calls: keys, versions, replays, events, parameters, balances', async () => {
  const { paths, components } = makeOpenApi() as Record<string, Record<string, Operations>> // checked right below
  for (const { name, endpoint } of endpoints) {
    const { method, path, answer } = endpoint
    const own = paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
    const keys = own.security.flatMap((one) => Object.keys(one))
    expect([name, keys.includes('apiKey')]).toEqual([name, endpoint.takesKey !== undefined])
    const { headers = {} } = own.responses[answer.status] ?? {}
    expect([name, 'Idempotent-Replayed' in headers]).toEqual([name, endpoint.idempotent === true])
    expect([name, '304' in own.responses]).toEqual([name, endpoint.versioned !== undefined])
    for (const one of own.parameters ?? []) expect([name, one.name, one.description]).not.toContain(undefined)
    if (method !== 'GET' || endpoint.access !== 'public' || endpoint.params !== undefined) continue
    const { headers: given } = await fetch(`${app.url}${path}`)
    const etag = given.get('etag')
    expect([name, 'ETag' in headers]).toEqual([
      name,
      etag?.startsWith('W/') === true && path.startsWith('/api/'),
    ])
    expect([name, 'X-Total-Count' in headers]).toEqual([name, given.has('x-total-count')])
    if (endpoint.versioned === undefined || etag === null) continue
    const again = await fetch(`${app.url}${path}`, { headers: { 'if-none-match': etag } })
    expect([name, again.status]).toEqual([name, 304])
  }
  const operation = (path: string) => paths?.[path]?.['get'] as Operation
  const stream = operation('/api/events')
  const { oneOf } = Object(stream.responses[200]?.content?.['text/event-stream']?.schema)
  const refs = Object.keys(liveEvents).map((kind) => ({ $ref: `#/components/schemas/Event_${kind}` }))
  expect(oneOf).toEqual(refs)
  const schemas = Object(components?.['schemas'])
  for (const kind of Object.keys(liveEvents))
    expect(schemas[`Event_${kind}`]).toMatchObject({ type: 'object' })
  expect(schemas['Event_balance'].properties.balance).toMatchObject({ type: 'number', minimum: 0 })
  const profile = operation('/api/user/profile').responses[200]
  const shown = profile?.content?.['application/json']?.schema
  expect(shown).toMatchObject({ properties: { user: { properties: { balance: { minimum: 0 } } } } })
})

// Last: validating keeps the process busy, and an overloaded process answers 503.
test('/api/openapi.json is a valid OpenAPI 3.1 document with every endpoint of the contract', async () => {
  const response = await fetch(`${app.url}/api/openapi.json`)
  const document = (await response.json()) as {
    openapi: string
    paths: Record<string, Record<string, unknown>>
  } // checked right below
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect([valid, document.openapi]).toEqual([true, '3.1.0'])
  for (const { endpoint } of endpoints)
    expect(
      document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()],
      endpoint.path,
    ).toBeDefined()
  // With additional fields for strict calls, and without for others.
  const proof = { password: { type: 'string' }, code: { type: 'string' } }
  const bodyOf = (properties: object) => ({
    requestBody: { content: { 'application/json': { schema: { properties } } } },
    description: expect.stringContaining('Needs a fresh proof of the session'),
    responses: expect.objectContaining({ 403: expect.anything() }),
  })
  expect(document.paths['/api/admin/settings']?.['put']).toMatchObject(bodyOf({ ...proof, mail: {} }))
  expect(document.paths['/api/admin/users/{id}']?.['delete']).toMatchObject(bodyOf(proof))
  // A file has its own content type, which generated clients need.
  const file = document.paths['/api/tickets/{id}/attachments/{attachment_id}']?.['get']
  expect(file).toMatchObject({ responses: { 200: { content: { '*/*': { schema: { type: 'string' } } } } } })
})
