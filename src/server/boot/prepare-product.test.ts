import { afterEach, beforeEach, expect, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService } from '#test/factories.ts'

import { type Prepared, prepareProduct } from './prepare-product.ts'

let app: TestApp
let provider: SandboxProvider

beforeEach(async () => {
  app = await makeTestApp()
  provider = await startSandboxProvider({ catalogueSize: 30 })
})
afterEach(async () => {
  await provider.stop()
  await app.drop()
})

function prepare({ isFenced = false, demo = false } = {}): Promise<Prepared> {
  const gateway = { speaks: 'cryptomus', url: provider.url, merchant: 'merchant', key: 'key' } // is only logged
  const mailbox = { url: provider.url, smtpPort: 1 } // likewise
  const sandbox = { provider, gateway, others: [], mailbox }
  const ctx = isFenced ? { ...app.ctx, fence: { ...app.ctx.fence, isUp: () => true } } : app.ctx
  return prepareProduct(ctx, { demo, sandbox, say: () => undefined })
}

async function countForSale(): Promise<number> {
  return (await app.call(listServices)).body.length
}

test('an empty catalogue is filled from the sandbox once, even by several processes at once', async () => {
  const prepared = await Promise.all([prepare(), prepare(), prepare()])
  const imported = prepared.map((one) => one.imported?.services ?? 0)
  expect(imported.reduce((sum, count) => sum + count)).toBe(await countForSale())
  expect(await countForSale()).toBeGreaterThan(20)
})

test('a catalogue that an operator has started is left alone', async () => {
  await makeService(app.ctx)
  expect((await prepare()).imported).toBeUndefined()
  expect(await countForSale()).toBe(1)
})

test('in a restored database nothing is imported, and the demo is refused', async () => {
  expect((await prepare({ isFenced: true })).imported).toBeUndefined()
  expect(await countForSale()).toBe(0)
  await expect(prepare({ isFenced: true, demo: true })).rejects.toThrow('resume it before')
})

test('a sandbox with an unreadable list does not block the start, and is imported at the next one', async () => {
  await control(provider.url, 'faults', { action: 'services', kind: 'error_500_before', times: 1 })
  expect((await prepare()).imported).toBeUndefined()
  expect(await countForSale()).toBe(0)
  expect((await prepare()).imported?.services).toBe(await countForSale())
})
