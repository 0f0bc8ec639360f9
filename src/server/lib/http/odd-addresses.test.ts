import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { statusOf } from '#contract/base/error-catalogue.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeSmallSite } from '#test/small-site.ts'

let app: TestApp
let buildDir: string
let logged = ''

beforeAll(async () => {
  const log = makeLog('info', { write: (line: string) => void (logged += line) })
  buildDir = await makeSmallSite()
  // Behind one proxy, with TLS and production limits.
  const env = { TRUST_PROXY: '1', RATE_LIMITS: 'default', PUBLIC_URL: 'https://panel.example' }
  app = await makeTestApp({ log, env, buildDir })
})
afterAll(async () => {
  await app.drop()
  await rm(buildDir, { recursive: true, force: true })
})
beforeEach(() => void (logged = ''))

type Answer = { status: number; headers: Headers; body: string }

/** Raw, since a library would normalize the URL first. */
async function sendRaw(text: string): Promise<Answer> {
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString())).on('error', () => undefined)
  socket.write(text, 'latin1')
  await once(socket, 'close')
  const [head = '', body = ''] = said.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.replace(/^[^:]*: ?/, '')]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const get = (path: string, ...lines: string[]) =>
  ['GET ' + path + ' HTTP/1.1', 'Host: x', 'Connection: close', ...lines].join('\r\n') + '\r\n\r\n'
const file = '/assets/app-abc.js'

test.each([
  ['a way out of the files', get('/assets/../x'), 'not_found'],
  ['the same, encoded', get('/assets/%2e%2e/x'), 'not_found'],
  ['the same, encoded twice', get('/assets/%252e%252e/x'), 'not_found'],
  ['the same, with its slash encoded', get('/assets/..%2fserver/index.js'), 'not_found'],
  ['the same, as on Windows', get(String.raw`/assets/..\server\index.js`), 'not_found'],
  ['the folder of the files', get('/assets/'), 'not_found'],
  ['two slashes', get('/assets//app-abc.js'), 'not_found'],
  ['a file with a NUL in it', get('/assets/app%00.js'), 'not_found'],
  ['a NUL alone', get('/assets/%00'), 'not_found'],
  ['half an encoding among the files', get('/assets/%'), 'invalid_parameter'],
  ['half an encoding', get('/%'), 'invalid_parameter'],
  ['no encoding', get('/%zz'), 'invalid_parameter'],
  ['an overlong one', get('/%C0%AF'), 'invalid_parameter'],
  ['bytes that are no UTF-8', get('/\u00e9'), 'invalid_parameter'],
  ['a NUL in the API', get('/api/services/%00'), 'invalid_parameter'],
  ['one encoded twice', get('/api/services/%2500'), 'invalid_parameter'],
  ['a very long path', get('/api/' + 'a'.repeat(12_000)), 'not_found'],
  ['a longer one', get('/api/' + 'a'.repeat(20_000)), 'payload_too_large'],
  ['an address elsewhere', get('http://x/login'), 'invalid_parameter'],
  ['one of the API', get('http://x/api/config'), 'invalid_parameter'],
  ['half an address', get('http://'), 'invalid_parameter'],
  ['a star', get('*'), 'invalid_parameter'],
  ['two hosts', get('/api/config', 'Host: y'), 'invalid_parameter'],
  ['the same host twice', get('/api/config', 'host: x'), 'invalid_parameter'],
  ['no host', 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n', 'invalid_parameter'],
  ['no HTTP', 'hello\r\n\r\n', 'invalid_parameter'],
  ['a range beyond the end', get(file, 'Range: bytes=99999999-'), 'range_not_satisfiable'],
  ['a range that is none', get(file, 'Range: bytes=x-'), 'range_not_satisfiable'],
  ['a file as it is not', get(file, 'If-Match: "x"'), 'invalid_parameter'],
] as const)(
  '%s: is refused in the standard form, with the security headers and no line in the log',
  async (_what, text, code) => {
    const { status, headers, body } = await sendRaw(text)
    const { details, ...json } = JSON.parse(body)
    expect({ status, json }).toEqual({
      status: statusOf(code),
      json: { success: false, code, message: expect.any(String), requestId: expect.any(String) },
    })
    expect(details !== undefined).toBe(code === 'invalid_parameter')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(body).not.toMatch(/\.ts:|\.js:|node_modules|Error:/)
    expect(logged).toBe('')
  },
)

test('valid but unusual requests are answered', async () => {
  expect((await sendRaw(get(file, 'Range: bytes=0-1'))).status).toBe(206)
  expect((await sendRaw('GET /api/config HTTP/1.0\r\n\r\n')).status).toBe(200)
  const expecting = await sendRaw(get('/api/config', 'Expect: something'))
  expect([expecting.status, expecting.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
})

test('a port, brackets or garbage as a forwarded address do not make another client', async () => {
  const look = async (forwarded: string) =>
    (await sendRaw(get('/api/auth/verify-reset-token/1-1-a', `X-Forwarded-For: ${forwarded}`))).status
  const spend = async (forms: readonly string[]) => {
    const seen = new Set<number>()
    // The limit is 60 an hour per address.
    for (let tried = 0; tried < 60; tried += 1) seen.add(await look(forms[tried % forms.length] ?? ''))
    expect([...seen]).toEqual([404])
    for (const form of forms) expect([form, await look(form)]).toEqual([form, 429])
  }
  await spend([
    '192.0.2.7',
    '192.0.2.7:1',
    '192.0.2.7:65535',
    '::ffff:192.0.2.7',
    '203.0.113.9, 192.0.2.7:80',
  ])
  await spend(['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:443', '[2001:db8::2]:1', '2001:db8::1%eth0'])
  // All of these count as the peer's own address.
  await spend([
    'rubbish',
    'unknown',
    '"192.0.2.8"',
    '1.2.3.4.5',
    '999.1.1.1',
    '[::1',
    '_hidden',
    'a'.repeat(3_000),
  ])
  expect(await look('192.0.2.8')).toBe(404)
})
