import { expect, test } from 'vitest'

import { listProviders } from '#contract/providers/providers.ts'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { makeTestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { stampWorld, type WorldKind } from './world-queries.ts'

async function offers(kind: WorldKind, env: Record<string, string>) {
  const app = await makeTestApp({ env })
  await stampWorld(app.ctx.pool, kind)
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const providers = await app.call(listProviders, { token })
  const settings = await app.call(getSettings, { token })
  await app.drop()
  return [providers.body.can_add, settings.body.can_set_merchant]
}

const real = { CRYPTOMUS_URL: 'https://api.cryptomus.com', ALLOW_PRIVATE_ADDRESSES: '' }
const here = { CRYPTOMUS_URL: 'http://127.0.0.1:9', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }

test("in a sandbox's database no provider and no merchant is offered that would be refused", async () => {
  expect(await offers('sandbox', real)).toEqual([false, false])
  expect(await offers('sandbox', here)).toEqual([true, true])
  expect(await offers('live', real)).toEqual([true, true])
})
