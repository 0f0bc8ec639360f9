import { once } from 'node:events'
import { connect } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

/** The raw response, without an HTTP library's interpretation. */
async function sendRaw(text: string): Promise<{ status: number; json: Record<string, unknown> }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString())).on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = said.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), json: JSON.parse(body) }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers].join('\r\n') + '\r\n\r\n'

test.each([
  ['an address that can not be decoded', get('/api/orders/%zz'), 400, 'invalid_parameter'],
  ['one outside of the API', get('/%ff%'), 400, 'invalid_parameter'],
  ['a method that is none', 'FOO /api/orders HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_parameter'],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_parameter'],
  ['a length that is no number', get('/api/orders', 'Content-Length: x'), 400, 'invalid_parameter'],
  ['headers without end', get('/api/orders', `X: ${'1'.repeat(20_000)}`), 413, 'payload_too_large'],
  ['a path in two', get('/api//orders'), 404, 'not_found'],
  ['a path with a slash at its end', get('/api/nothing/'), 404, 'not_found'],
  ['a list with a slash at its end', get('/api/services/'), 404, 'not_found'],
  ['an id of more than 64 bits', get('/api/services/18446744073709551616'), 404, 'service_not_found'],
  [
    'a token of another kind',
    get(`/api/auth/verify-reset-token/${'x'.repeat(200)}`),
    404,
    'reset_token_invalid',
  ],
  ['a very long id', get(`/api/services/${'1'.repeat(3_000)}`), 400, 'invalid_parameter'],
  ['a way out of the files', get('/api/../../etc/passwd'), 404, 'not_found'],
  ['another method', get('/api/orders').replace('GET', 'PATCH'), 404, 'not_found'],
  ['OPTIONS', get('/api/orders').replace('GET', 'OPTIONS'), 404, 'not_found'],
])('%s: is refused in the standard form', async (_what, text, status, code) => {
  const answer = await sendRaw(text)
  const { details, ...json } = answer.json
  expect({ status: answer.status, json }).toEqual({
    status,
    json: { success: false, code, message: expect.any(String), requestId: expect.any(String) },
  })
  // A refused parameter has a reason, the others only their code.
  expect(details !== undefined).toBe(code === 'invalid_parameter')
})

test.each([
  ['no JSON', '{', 'application/json', 400, 'invalid_json'],
  ['another type', '<a/>', 'text/xml', 415, 'unsupported_media_type'],
  ['a form', 'email=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ['no UTF-8', Buffer.from('"\xe9"', 'latin1'), 'application/json', 400, 'invalid_json'],
  ['two megabytes', `"${'x'.repeat(2_097_152)}"`, 'application/json', 413, 'payload_too_large'],
])('a body that is %s', async (_what, body, type, status, code) => {
  const headers = { 'content-type': type }
  const response = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers, body })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ success: false, code })
})

test('HEAD answers as GET does, without a body', async () => {
  const paths = ['/api/services', '/api/config', '/api/services/export.csv', '/api-docs.md', '/llms.txt']
  for (const path of [
    ...paths,
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/pictures/card/en',
  ]) {
    const [head, whole] = [await fetch(app.url + path, { method: 'HEAD' }), await fetch(app.url + path)]
    const told = ({ headers }: Response) =>
      ['content-type', 'content-length', 'cache-control', 'etag'].map((name) => headers.get(name))
    expect([path, head.status, ...told(head)]).toEqual([path, whole.status, ...told(whole)])
    expect([await head.text(), (await whole.text()).length > 0]).toEqual(['', true])
  }
})

test('a compressed body is refused as an unsupported type, and as it is when not declared', async () => {
  const send = async (encoding: string) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const response = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers, body: '{}' })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  expect(await send('gzip')).toEqual([415, 'unsupported_media_type'])
  expect(await send('identity')).toEqual([422, 'invalid_fields'])
})
