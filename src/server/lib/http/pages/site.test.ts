import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { makeSafetyHeaders, mountHeaders } from '#server/lib/http/headers.ts'
import { abortOnClose } from '#server/lib/http/read-call.ts'
import { makeSmallSite } from '#test/small-site.ts'

import { mountSite } from './site.ts'

let app: FastifyInstance
const logged: string[] = []
let buildDir: string
let slowCalls = { begun: 0, givenUp: 0 }

beforeAll(async () => {
  buildDir = await makeSmallSite()
  app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } })
  app.setErrorHandler((error: { code: string }, _request, reply) =>
    reply.code(400).send({ code: error.code }),
  )
  mountHeaders(app, makeSafetyHeaders({ isSecure: true }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }))
  app.get('/api/thing', () => 'from the api')
  app.get('/api/slow', async (_request, reply) => {
    slowCalls.begun += 1
    await once(abortOnClose(reply.raw), 'abort')
    slowCalls.givenUp += 1
  })
  await mountSite(app, { buildDir, publicUrl: 'https://panel.example' })
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await app.close()
  await rm(buildDir, { recursive: true, force: true })
})

test('pages of the previous version find their scripts in the kept build, and nothing else of it', async () => {
  const builds = await mkdtemp(join(tmpdir(), 'site-builds-'))
  onTestFinished(() => rm(builds, { recursive: true, force: true }))
  const [now, before] = ['0123456789abcdef', 'fedcba9876543210'].map((name) => join(builds, name)) as [
    string,
    string,
  ]
  await rename(await makeSmallSite(), now)
  await mkdir(join(before, 'client/assets'), { recursive: true })
  await writeFile(join(before, 'client/assets/old-def.js'), 'old')
  await writeFile(join(before, 'client/assets/old-def.js.br'), brotliCompressSync('old, pressed'))
  await writeFile(join(before, 'client/secret.txt'), 'not an asset')
  await mkdir(join(builds, 'unfinished-1', 'client/assets'), { recursive: true })
  await writeFile(join(builds, 'unfinished-1', 'client/assets/half.js'), 'half')

  const site = fastify()
  onTestFinished(() => site.close())
  site.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }))
  site.get('/api/thing', () => 'from the api')
  await mountSite(site, { buildDir: now, publicUrl: 'https://panel.example' })
  const old = await site.inject({ url: '/assets/old-def.js', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(old.rawPayload).toString()).toBe('old, pressed')
  expect(old.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await site.inject('/assets/app-abc.js')).body).toBe('plain')
  const missing = ['half.js', 'none.js', '../secret.txt', '..%2Fsecret.txt', '.', '%00']
  for (const name of missing) expect((await site.inject(`/assets/${name}`)).body).not.toMatch(/half|asset/)
  for (const name of ['half.js', 'none.js', '..%2Fsecret.txt'])
    expect((await site.inject(`/assets/${name}`)).statusCode).toBe(404)
})

test('a page has a policy with its own nonce, and reaches the API in-process', async () => {
  const first = await app.inject('/orders')
  const second = await app.inject('/orders')
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1]
  expect(first.body).toContain('from the api')
  expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}';`)
  expect(first.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  expect(first.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(second.body).not.toContain(nonce)
})

test.each(['/slow', '/api/slow'])('a client that leaves %s aborts the work for it', async (path) => {
  slowCalls = { begun: 0, givenUp: 0 }
  const url = new URL(app.listeningOrigin)
  const socket = connect(Number(url.port), url.hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await expect.poll(() => slowCalls, { timeout: 20_000 }).toEqual({ begun: 1, givenUp: 0 })
  socket.destroy()
  await expect.poll(() => slowCalls, { timeout: 20_000 }).toEqual({ begun: 1, givenUp: 1 })
})

test('a public page lists the hashes of its inline parts, and may be cached by clients', async () => {
  const first = await app.inject({ url: '/all', headers: { 'accept-encoding': 'br' } })
  const policy = String(first.headers['content-security-policy'])
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toContain(`script-src 'self' ${hashOf('one()')};`)
  expect(policy).toContain(`style-src 'self' ${hashOf('p{}')};`)
  expect(policy).not.toContain('nonce-')
  expect(first.headers['x-for-everybody']).toBeUndefined()
  expect(first.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding, cookie',
    'content-encoding': 'br',
  })
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('from the api')
  const { etag } = first.headers
  const again = await app.inject({ url: '/all', headers: { 'if-none-match': String(etag) } })
  // The cached page is the first client's: its nonce is in this build's text.
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await app.inject({ method: 'HEAD', url: '/all' })).headers['content-security-policy']).toBe(policy)
})

test('an answer to HEAD is not reported as empty', async () => {
  for (const url of ['/all', '/orders']) {
    const { headers, statusCode } = await app.inject({ method: 'HEAD', url })
    expect(statusCode).toBe(200)
    expect(headers['content-length']).toBeUndefined()
  }
})

test('every answer has nosniff, a referrer policy, and HSTS behind TLS', async () => {
  for (const url of ['/orders', '/api/thing', '/assets/app-abc.js']) {
    expect((await app.inject(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'strict-transport-security': expect.stringContaining('max-age='),
    })
  }
})

test('pages are compressed as the browser accepts it', async () => {
  const page = await app.inject({ url: '/orders', headers: { 'accept-encoding': 'gzip;q=0, br' } })
  expect(page.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain('from the api')
})

test('hashed files are immutable and sent precompressed', async () => {
  const pressed = await app.inject({ url: '/assets/app-abc.js', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(pressed.rawPayload).toString()).toBe('pressed')
  expect(pressed.headers['cache-control']).toContain('immutable')
  expect((await app.inject('/assets/app-abc.js')).body).toBe('plain')
  expect((await app.inject('/about.txt')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await app.inject('/assets/gone.js')).statusCode).toBe(404)
})

test('an unknown path under /api is a 404 of the API, matched as a path segment', async () => {
  for (const url of ['/api', '/api/', '/api/gone', '/api?x=1']) {
    expect((await app.inject(url)).json()).toEqual({ code: 'not_found' })
  }
  expect((await app.inject('/api-docs')).body).toContain('<p nonce')
  expect((await app.inject({ method: 'POST', url: '/orders' })).statusCode).toBe(404)
})

test('a form sent to a page without an action is refused with that page, and one under /api with JSON', async () => {
  const sent = (url: string, accept: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'link=a',
    })
  const page = await sent('/orders', 'text/html,*/*;q=0.8')
  expect(page.statusCode).toBe(405)
  expect(page.headers['allow']).toBe('GET, HEAD')
  expect(page.body).toContain('GET from the api')
  const everybodys = await sent('/all', 'text/html')
  expect(everybodys.statusCode).toBe(405)
  expect(everybodys.headers['cache-control']).toBe('private, no-cache')
  expect((await sent('/orders', '*/*')).json()).toEqual({ code: 'not_found' })
  expect((await sent('/api/gone', 'text/html')).json()).toEqual({ code: 'not_found' })
})

test('a form from another site is refused before a page is rendered, with one short line in the log', async () => {
  for (const origin of ['https://elsewhere.example', 'null']) {
    logged.length = 0
    const headers = { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/orders', headers, payload: 'link=a' })
    expect(answer.json()).toEqual({ code: 'invalid_parameter' })
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ from: origin, msg: 'a form from another site was refused' }),
    ])
    expect(logged[0]?.length).toBeLessThan(300)
  }
  const own = { origin: 'https://panel.example', accept: 'text/html' }
  expect((await app.inject({ method: 'POST', url: '/orders', headers: own })).statusCode).toBe(405)
})
