import { createServer as createHttpsServer } from 'node:https'
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Probed } from '#contract/operations/diagnostics.ts'
import { ask } from '#test/ask.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeCertificate } from '#test/make-certificate.ts'
import { endServers, serve } from '#test/raw-servers.ts'

import { checkSite, judgeProxy } from './check-site.ts'
import { makeProbeToken } from './probe-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())
afterEach(endServers)

/** Codes found with this PUBLIC_URL and the app's TRUST_PROXY. */
async function find(publicUrl: string, at: TestApp = app) {
  const { config, secrets, clock } = at.ctx
  const found = await checkSite({ config: { ...config, publicUrl }, secrets, clock })
  return found.map(({ code }) => code)
}

type Pass = (toClient: ServerResponse, body: IncomingMessage) => void
const unbuffered: Pass = (toClient, body) => void body.pipe(toClient)
/** Like nginx with `proxy_buffering on`, for a short answer. */
const buffered: Pass = (toClient, body) => {
  const chunks: Buffer[] = []
  body.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => toClient.end(Buffer.concat(chunks)))
}

/** A proxy in front of an app that changes the headers. */
function proxyTo(
  target: string,
  change: (headers: IncomingMessage['headers']) => void,
  pass: Pass = unbuffered,
) {
  return serve((request, response) => {
    const headers = { ...request.headers }
    change(headers)
    const onwards = requestHttp(`${target}${request.url ?? ''}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? '' })
      pass(response, answer)
    })
    onwards.end()
  })
}

/** Like Caddy: the client's headers are dropped. 203.0.113.0/24 is for documentation. */
const overwrite = (headers: IncomingMessage['headers']) => {
  headers['x-forwarded-for'] = '203.0.113.9'
  headers['x-forwarded-proto'] = 'http'
}

test('a site that is reached without a proxy streams at once', async () => {
  expect(await find(app.url)).toEqual(['site_local_live', 'site_reached', 'proxy_none', 'streams_good'])
})

test('a trusted proxy is good, and the same one without TRUST_PROXY is not', async () => {
  const trusting = await app.another({
    databaseUrl: app.database.product.url,
    env: { TRUST_PROXY: 'loopback' },
  })
  expect(await find(await proxyTo(trusting.url, overwrite), trusting)).toEqual([
    'site_local_live',
    'site_reached',
    'proxy_good',
    'streams_good',
  ])
  expect(await find(await proxyTo(app.url, overwrite))).toContain('proxy_untrusted')
})

test('a proxy that passes on what clients claim lets them forge their address', async () => {
  const trusting = await app.another({
    databaseUrl: app.database.product.url,
    env: { TRUST_PROXY: 'loopback' },
  })
  expect(await find(await proxyTo(trusting.url, () => undefined), trusting)).toContain('proxy_forgeable')
})

test('a proxy that buffers streams is an error', async () => {
  const found = await find(await proxyTo(app.url, overwrite, buffered))
  expect(found).toContain('streams_buffered')
  expect(found).not.toContain('streams_good')
})

test('another site, a redirect and no answer are distinguished', async () => {
  const other = await serve((_request, response) => response.writeHead(404).end('nothing'))
  expect(await find(other)).toEqual(['site_local_live', 'site_is_other'])
  const away = await serve((_request, response) =>
    response.writeHead(308, { location: 'https://b.example/' }).end(),
  )
  expect(await find(away)).toEqual(['site_local_live', 'site_redirected'])
  const lonely = await serve((_request, response) => response.writeHead(502).end())
  expect(await find(lonely)).toEqual(['site_local_live', 'site_no_upstream'])
  expect(await find('http://127.0.0.1:9')).toEqual(['site_local_live', 'site_not_reached'])
  const stranger = await app.another({
    databaseUrl: app.database.product.url,
    env: { SECRET_KEY: 'another key of tests, of no use elsewhere' },
  })
  expect(await find(stranger.url)).toEqual(['site_local_live', 'site_is_other'])
})

const known = getCACertificates('default')
afterEach(() => setDefaultCACertificates(known))

async function serveHttps(days: number, isKnown: boolean): Promise<string> {
  const { cert, key } = makeCertificate({ address: '127.0.0.1', days })
  if (isKnown) setDefaultCACertificates([...known, cert])
  const server = createHttpsServer({ cert, key }, (_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}

test.each([
  [90, true, 'certificate_good'],
  // Days left of 42, as short-lived ones have before renewal.
  [12, true, 'certificate_good'],
  [5, true, 'certificate_ends_soon'],
  [90, false, 'certificate_refused'],
])('a certificate of %d days, known %s: %s', async (days, isKnown, code) => {
  expect(await find(await serveHttps(days, isKnown))).toContain(code)
})

const told = (given: Partial<Probed>): Probed => ({
  address: '198.51.100.4',
  peer: '10.0.0.2',
  forwarded_for: '192.0.2.77, 198.51.100.4',
  forwarded_proto: null,
  ...given,
})
const https = 'https://panel.example.com'

test.each([
  ['appends, one hop', https, 1, {}, ['proxy_good']],
  ['appends, one hop too many', https, 2, { address: '192.0.2.77' }, ['proxy_forgeable']],
  // The last entry is this machine's address in the proxy's network, which TRUST_PROXY includes.
  [
    'appends a private address',
    https,
    ['uniquelocal'],
    { address: '192.0.2.77', forwarded_for: '192.0.2.77, 10.0.0.9' },
    ['proxy_unproven'],
  ],
  ['sends none', https, 1, { forwarded_for: null }, ['proxy_silent']],
  ['leaves it as it is, not trusted', https, false, { forwarded_for: '192.0.2.77' }, ['proxy_silent']],
  ['is not named', https, ['10.0.0.3'], { address: '10.0.0.2' }, ['proxy_untrusted']],
  [
    'is not there, but trusted',
    'http://panel.lan',
    ['10.0.0.3'],
    { address: '10.0.0.2', forwarded_for: '192.0.2.77' },
    ['proxy_missing'],
  ],
  ['is behind Cloudflare, both trusted', https, 2, { cf_connecting_ip: '198.51.100.4' }, ['proxy_good']],
  ['is behind Cloudflare, one trusted', https, 1, { cf_connecting_ip: '203.0.113.5' }, ['proxy_untrusted']],
  ['says http', https, 1, { forwarded_proto: 'http' }, ['proxy_good', 'protocol_wrong']],
  ['says https', https, 1, { forwarded_proto: 'https' }, ['proxy_good']],
] as const)('a proxy that %s', (_name, publicUrl, trust, given, codes) => {
  const trustProxy = typeof trust === 'object' ? [...trust] : trust
  expect(judgeProxy({ publicUrl, trustProxy }, told(given)).map(({ code }) => code)).toEqual(codes)
})

test('the probe answers only to a token of this installation, for a minute', async () => {
  const probe = async (token: string) =>
    (await ask(`${app.url}/api/probe?token=${token}`, { method: 'GET' })).status
  const { secrets } = app.ctx
  const token = makeProbeToken(app.ctx)
  expect(await probe(token)).toBe(200)
  const old = makeProbeToken({ secrets, clock: () => new Date(Date.now() - 61_000) })
  const [until, proof = ''] = token.split('-')
  for (const wrong of [old, `${Number(until) + 1}-${proof}`, `${until}-${'0'.repeat(64)}`, 'a', ''])
    expect(await probe(wrong)).toBe(404)
})
