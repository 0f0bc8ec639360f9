import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { register } from '#contract/users/auth.ts'
import { fetchServices } from '#contract/catalogue/imports.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeUser } from './factories.ts'

// The numbers of the specification that take effect on the server; those of the screens are in src/web/spec/.

let app: TestApp
let sandbox: SandboxProvider
beforeAll(async () => {
  app = await makeTestApp()
  sandbox = await startSandboxProvider({ catalogueSize: 20 })
  await registerSandboxProvider(app.ctx, sandbox)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  await sandbox.stop()
})

test('a token holds for 24 hours', async () => {
  const body = { name: 'Linh', email: 'linh@example.com', password: 'kx82mvqp' }
  const { token } = (await app.call(register, { body })).body
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect((exp - iat) / 3_600).toBe(24)
})

test('a password of 7 characters is refused', async () => {
  const body = { name: 'Linh', email: 'minh@example.com', password: 'kx82mvq' }
  const answer = await app.call(register, { body })
  expect([answer.status, answer.body.message]).toEqual([422, 'Password must be at least 8 characters'])
})

test("a provider's list times out after 60 s, and so does one at a URL", async () => {
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  for (const provider of ['sandbox', `${sandbox.url}/api/v2/`]) {
    const set = vi.spyOn(globalThis, 'setTimeout')
    await app.call(fetchServices, { token, body: { provider, useCache: false } })
    // The database client sets timers, too: this one ends a call without an answer.
    const deadlines = set.mock.calls.filter(([end]) => String(end).includes('no_answer'))
    expect(deadlines.map(([, milliseconds]) => milliseconds)).toEqual([60_000])
    set.mockRestore()
  }
})
