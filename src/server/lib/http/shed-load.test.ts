import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { errors as en } from '#contract/words/en/errors.ts'
import { errors as ru } from '#contract/words/ru/errors.ts'
import { errors as vi } from '#contract/words/vi/errors.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeSmallSite } from '#test/small-site.ts'

/** As in production, but with load sampled over one second; `relaxed` by its configuration. */
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

/** Blocks the event loop for that long, without using CPU. */
function hold(turnMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, turnMs)
}

/** Makes every turn of the event loop take that long, until the returned function is called. */
function holdEach(turnMs: number): () => void {
  let isOver = false
  const next = () => {
    hold(turnMs)
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  return () => (isOver = true)
}

test('refuses requests while event loop turns take more than half a second, except with relaxed limits, and recovers', async () => {
  const soon = { timeout: 30_000 }
  const statusOf = async (app: TestApp) => (await askOf(app, '/api/config')).status
  // On a busy machine the start itself may have been an overload.
  await expect.poll(() => statusOf(quick), soon).toBe(200)
  const release = holdEach(600)
  onTestFinished(release)
  await expect.poll(() => askOf(quick, '/api/config'), soon).toMatchObject({ status: 503, retryAfter: '5' })
  expect(await statusOf(relaxed)).toBe(200)
  release()
  await expect.poll(() => statusOf(quick), soon).toBe(200)
}, 120_000)

test('one long turn among short ones refuses nobody', async () => {
  const usual = await makeTestApp({ env: { RATE_LIMITS: 'default' }, shedding: {} })
  onTestFinished(() => usual.drop())
  await expect.poll(async () => (await askOf(usual, '/api/config')).status).toBe(200)
  // Longer than a sample, so that one ends after it, whatever its phase.
  const until = performance.now() + 5_000
  hold(1_500)
  while (performance.now() < until) {
    expect((await askOf(usual, '/api/config')).status).toBe(200)
    await pause(20)
  }
}, 60_000)

test('refusals have the format of their API; essential requests and files of open pages are never refused', async () => {
  // Every turn exceeds this limit, so the calls below may take as long as they like.
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
