import { afterEach, beforeEach, expect, test } from 'vitest'
import { callPanel, control, postPanel } from '#sandbox/call-sandbox.ts'
import { startSandboxProvider, type SandboxProvider } from './start-provider.ts'

let provider: SandboxProvider
beforeEach(async () => {
  provider = await startSandboxProvider({ catalogueSize: 300 })
})
afterEach(() => provider.stop())

const ADD = { action: 'add', service: 101, link: 'https://www.instagram.com/someone', quantity: 1000 }
const fault = async (body: object): Promise<void> => {
  expect((await control(provider.url, 'faults', { action: 'add', ...body })).status).toBe(200)
}
const post = (signal?: AbortSignal): Promise<Response> => postPanel(provider, ADD, signal)
const taken = async (): Promise<number> => {
  const { body } = await control(provider.url, 'calls?action=add')
  return Array.isArray(body) ? body.length : -1
}

test('accept_no_reply takes the order and holds the socket', async () => {
  await fault({ kind: 'accept_no_reply' })
  await expect(post(AbortSignal.timeout(300))).rejects.toThrow(/timeout/)
  expect(await taken()).toBe(1)
  expect((await post()).status).toBe(200)
})

test('accept_late_reply takes the order at once and answers after the delay', async () => {
  await fault({ kind: 'accept_late_reply', delay_ms: 3_000 })
  let isAnswered = false
  const answer = post().finally(() => (isAnswered = true))
  await expect.poll(taken, { interval: 10 }).toBe(1)
  expect(isAnswered).toBe(false)
  expect(await (await answer).json()).toEqual({ order: 23_501 })
})

test('slow takes the order only after the delay, whether or not the client still waits', async () => {
  await fault({ kind: 'slow', delay_ms: 400, times: 2 })
  const answer = post()
  await expect(post(AbortSignal.timeout(100))).rejects.toThrow(/timeout/)
  expect(await taken()).toBe(0)
  expect((await answer).status).toBe(200)
  await expect.poll(taken).toBe(2)
})

test('error_500_before takes nothing, error_500_after takes the order', async () => {
  await fault({ kind: 'error_500_before' })
  await fault({ kind: 'error_500_after' })
  expect((await post()).status).toBe(500)
  expect(await taken()).toBe(0)
  expect((await post()).status).toBe(500)
  expect(await taken()).toBe(1)
  await fault({ kind: 'error_502_after' })
  expect((await post()).status).toBe(502)
  expect(await taken()).toBe(2)
})

test('a fault with a lifetime expires, and one without waits', async () => {
  await fault({ kind: 'error_500_before', lasts_ms: 1 })
  await fault({ kind: 'error_500_after' })
  const waiting = async () => (await control(provider.url, 'faults')).body
  await expect.poll(waiting).toMatchObject([{ kind: 'error_500_after' }])
  expect((await post()).status).toBe(500)
  expect(await taken()).toBe(1)
})

test('reset cuts the connection and takes nothing', async () => {
  await fault({ kind: 'reset' })
  await expect(post()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  expect(await taken()).toBe(0)
})

test('html, empty and status_429 take nothing, unless configured to', async () => {
  await fault({ kind: 'html' })
  await fault({ kind: 'empty' })
  await fault({ kind: 'status_429' })
  const html = await post()
  expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await html.text()).toMatch(/^<!DOCTYPE html>/)
  const empty = await post()
  expect([empty.status, await empty.text()]).toEqual([200, ''])
  const busy = await post()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await taken()).toBe(0)
  await fault({ kind: 'empty', taken: true })
  await post()
  expect(await taken()).toBe(1)
})

test('duplicate_id answers with the id of an earlier order and takes nothing, unless configured to', async () => {
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_501 })
  await fault({ kind: 'duplicate_id' })
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_501 })
  expect(await taken()).toBe(1)
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_502 })
  await fault({ kind: 'duplicate_id', taken: true })
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_502 })
  expect(await taken()).toBe(3)
})

test('a fault applies to its own action as many times as configured, and DELETE clears all', async () => {
  await fault({ kind: 'error_500_before', times: 2 })
  await fault({ action: 'balance', kind: 'html', times: 5 })
  expect((await postPanel(provider, { action: 'services' })).status).toBe(200)
  expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([500, 500, 200])
  await fetch(`${provider.url}/sandbox/faults`, { method: 'DELETE' })
  expect((await control(provider.url, 'faults')).body).toEqual([])
  expect(await callPanel(provider, { action: 'balance' })).toMatchObject({ currency: 'USD' })
})

test('lists everything that arrived, faults and refusals included, and never the key', async () => {
  await fault({ kind: 'error_500_before' })
  await post()
  await callPanel(provider, { ...ADD, quantity: 1 })
  await callPanel(provider, ADD)
  const { body } = await control(provider.url, 'calls')
  expect(body).toMatchObject([
    { action: 'add', taken: false, fault: 'error_500_before' },
    { action: 'add', taken: false, error: expect.stringMatching(/^Quantity less than minimal/) },
    { action: 'add', taken: true },
  ])
  expect(JSON.stringify(body)).not.toContain(provider.key)
})
