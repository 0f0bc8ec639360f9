import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { errors as en } from '#contract/words/en/errors.ts'
import { errors as ru } from '#contract/words/ru/errors.ts'
import { errors as vi } from '#contract/words/vi/errors.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeSmallSite } from '#test/small-site.ts'

/** As in production, but that their load is measured in a second; `relaxed` by its config. */
let quick: TestApp
let relaxed: TestApp
let buildDir: string
const quickly = { sampleMs: 1_000 }

beforeAll(async () => {
  buildDir = await makeSmallSite()
  quick = await makeTestApp({ env: { RATE_LIMITS: 'default' }, shedding: quickly })
  relaxed = await makeTestApp({ env: { RATE_LIMITS: 'relaxed' }, shedding: quickly })
})
afterAll(async () => {
  await quick.drop()
  await relaxed.drop()
  await rm(buildDir, { recursive: true, force: true })
})

const askOf = async ({ url }: TestApp, path: string, method = 'GET', accept = '*/*') => {
  const response = await fetch(url + path, { method, headers: { accept } })
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

test('refuses requests when turns of the event loop take a second, except with relaxed limits, and recovers', async () => {
  expect((await askOf(quick, '/api/config')).status).toBe(200)
  await hold(1_000, 3_000)
  expect(await askOf(quick, '/api/config')).toMatchObject({ status: 503, retryAfter: '5' })
  expect((await askOf(relaxed, '/api/config')).status).toBe(200)
  await expect.poll(async () => (await askOf(quick, '/api/config')).status, { timeout: 15_000 }).toBe(200)
}, 60_000)

test('one long turn among short ones refuses nobody', async () => {
  const usual = await makeTestApp({ env: { RATE_LIMITS: 'default' }, shedding: {} })
  onTestFinished(() => usual.drop())
  // Longer than a sample lasts, so that one ends after it, whatever its phase.
  const until = performance.now() + 5_000
  await hold(1_500, 1)
  while (performance.now() < until) {
    expect((await askOf(usual, '/api/config')).status).toBe(200)
    await pause(5)
  }
}, 60_000)

test('what is refused says so in its format; essential requests and files of open pages never are', async () => {
  // Every turn is too long for it, so that what is asked may take as long as it likes.
  const shedding = { eventLoopDelayMsMax: 0.001, sampleMs: 100 }
  const busy = await makeTestApp({ env: { RATE_LIMITS: 'default' }, buildDir, shedding })
  onTestFinished(() => busy.drop())
  const ask = (path: string, method?: string, accept?: string) => askOf(busy, path, method, accept)
  await expect.poll(async () => (await ask('/api/config')).status).toBe(503)
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
  expect((await ask('/api/probe?token=a')).status).toBe(404)
}, 60_000)
