import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { errors as en } from '#contract/words/en/errors.ts'
import { errors as ru } from '#contract/words/ru/errors.ts'
import { errors as vi } from '#contract/words/vi/errors.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeSmallSite } from '#test/small-site.ts'

let app: TestApp
let buildDir: string

beforeAll(async () => {
  buildDir = await makeSmallSite()
  app = await makeTestApp({ env: { RATE_LIMITS: 'default' }, buildDir })
})
afterAll(async () => {
  await app.drop()
  await rm(buildDir, { recursive: true, force: true })
})

const ask = async (path: string, method = 'GET', accept = '*/*') => {
  const response = await fetch(app.url + path, { method, headers: { accept } })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    policy: response.headers.get('content-security-policy'),
    refresh: response.headers.get('refresh'),
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

/** Turns of the event loop under heavy overload. */
async function hold(turnMs: number, forMs: number): Promise<void> {
  for (const end = performance.now() + forMs; performance.now() < end; await nextTurn())
    for (const turn = performance.now() + turnMs; performance.now() < turn;);
}

test('refuses requests under overload, except essential ones and those of open pages, and recovers', async () => {
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
  // Files of an open page are still served; a refused page shows a message and retries.
  for (const path of ['/assets/app-abc.js', '/about.txt']) expect((await ask(path)).status).toBe(200)
  const page = await ask('/orders', 'GET', 'text/html,*/*;q=0.8')
  expect([page.status, page.retryAfter, page.refresh]).toEqual([503, '5', '5'])
  expect(page.type).toBe('text/html; charset=utf-8')
  for (const [language, { unavailable }] of Object.entries({ en, vi, ru }))
    expect(page.text).toContain(`<p lang="${language}">${unavailable}</p>`)
  // Requests of scripts accept JSON, at the same URL.
  expect(JSON.parse((await ask('/orders')).text)).toMatchObject({ code: 'unavailable' })
  const [, styles = ''] = /<style>([^]*)<\/style>/.exec(page.text) ?? []
  expect(page.policy).toContain(`style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`)
  expect(JSON.parse((await ask('/api/nothing', 'GET', 'text/html')).text)).toMatchObject({ success: false })
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

test('with relaxed limits nothing is refused, however long the turns of a busy machine are', async () => {
  const relaxed = await makeTestApp()
  onTestFinished(() => relaxed.drop())
  await hold(1_000, 7_000)
  expect((await fetch(`${relaxed.url}/api/config`)).status).toBe(200)
}, 60_000)
