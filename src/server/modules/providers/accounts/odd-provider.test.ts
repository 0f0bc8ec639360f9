import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkProvider } from '#contract/providers/providers.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'

let app: TestApp
let sandbox: SandboxProvider
let token: string
let id: number

beforeAll(async () => {
  app = await makeTestApp()
  sandbox = await startSandboxProvider({ catalogueSize: 20 })
  id = await registerSandboxProvider(app.ctx, sandbox)
  token = (await makeUser(app.ctx, { role: 'admin' })).token
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  await sandbox.stop()
})

test.each([
  ['key_by_get_only', 'only accepts the key in the address'],
  ['redirects_to_www', 'redirects to https://www.'],
  ['address_not_allowed', 'Your IP'],
])('a connection test of a provider that is %s reports it', async (quirk, sentence) => {
  await control(sandbox.url, 'settings', { quirks: [quirk] })
  const { status, json } = await app.call(checkProvider, { token, params: { id } })
  expect(status).toBe(200)
  expect(JSON.stringify(json)).toContain(sentence)
  expect(JSON.stringify(json)).not.toContain(sandbox.key)
})
