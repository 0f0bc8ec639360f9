import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { afterAll, expect, test } from 'vitest'

import { makeTestApp } from '#test/app.ts'

const app = await makeTestApp()
afterAll(() => app.drop())

function open(): { socket: Socket; said: () => string } {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined)
  return { socket, said: () => text }
}

const isRefused = () =>
  new Promise<boolean>((resolve) => {
    const { socket } = open()
    socket
      .on('error', () => resolve(true))
      .on('connect', () => socket.destroy())
      .on('close', () => resolve(false))
  })

test('requests in progress at a stop are answered; later ones are refused in the standard form', async () => {
  const { socket, said } = open()
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'a password' })
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await expect.poll(said, { timeout: 10_000 }).toContain('100 Continue')
  const closed = app.app.close()
  await expect.poll(isRefused, { timeout: 10_000 }).toBe(true)
  socket.write(`${body}GET /api/services HTTP/1.1\r\nHost: x\r\n\r\n`)
  await Promise.all([closed, once(socket, 'close')])

  const [, , first = '', second = ''] = said().split('HTTP/1.1 ')
  expect(first).toMatch(/^401 .*"code":"invalid_credentials"/s)
  const [head = '', refusal = ''] = second.split('\r\n\r\n')
  expect(head).toMatch(/^503 /)
  expect(head).toMatch(/^retry-after: 5\r$/im)
  expect(head).toMatch(/^connection: close\r$/im)
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r$/im)
  expect(JSON.parse(refusal)).toEqual({
    success: false,
    code: 'unavailable',
    message: 'Part of the service is unavailable right now. Please try again.',
    requestId: expect.any(String),
  })
})
