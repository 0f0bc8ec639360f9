import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'

import { TURN_MS_MAX } from './shed-load.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp({ turnMsMax: TURN_MS_MAX })
})
afterAll(() => app.drop())

const ask = async (path: string, method = 'GET') => {
  const response = await fetch(app.url + path, { method })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  }
}

/** Turns of the event loop as they are when far too much has come. */
async function hold(turnMs: number, forMs: number): Promise<void> {
  for (const end = performance.now() + forMs; performance.now() < end; await nextTurn())
    for (const turn = performance.now() + turnMs; performance.now() < turn;);
}

test('refuses while the process does not keep up, but not what must be answered, and goes on by itself', async () => {
  expect((await ask('/api/config')).status).toBe(200)
  await hold(1_000, 7_000)
  const refused = await ask('/api/config')
  expect([refused.status, refused.retryAfter]).toEqual([503, '5'])
  expect(JSON.parse(refused.text)).toEqual({
    success: false,
    code: 'unavailable',
    message: expect.any(String),
    requestId: expect.any(String),
  })
  expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  expect((await ask('/api/payment/webhook/cryptomus', 'POST')).status).toBe(401)
  await expect.poll(async () => (await ask('/api/config')).status, { timeout: 15_000 }).toBe(200)
}, 60_000)

test('one long turn among short ones refuses nobody', async () => {
  await hold(1_500, 1)
  for (let times = 0; times < 40; times += 1) {
    expect((await ask('/api/config')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}, 60_000)
