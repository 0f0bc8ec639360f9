import { afterAll, beforeAll, expect, test } from 'vitest'

import { permissions } from '#contract/base/permissions.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

const put = (body: unknown) => app.call(updateSettings, { token: admin.token, body })

test('analytics and chat accept only ids, from an owner with a proof, and all owners are notified', async () => {
  const none = { ga4: null, plausible: null, meta: null, tawk: null, crisp: null }
  const ids = {
    ga4: 'G-AB12CD34EF',
    plausible: 'shop.example.com',
    meta: '123456789012345',
    tawk: '5f0c1a2b3d4e5f6a7b8c9d0e/default',
    crisp: '01234567-89ab-cdef-0123-456789abcdef',
  }
  expect((await app.call(getConfig)).body.visitor_tags).toEqual(none)
  for (const [tag, id] of [
    ['ga4', 'UA-1234-1'],
    ['ga4', "G-AB12CD34EF');alert(1)//"],
    ['plausible', 'https://shop.example.com'],
    ['plausible', 'shop'],
    ['meta', '12a'],
    ['tawk', '5f0c1a2b3d4e5f6a7b8c9d0e/../x'],
    ['crisp', '<script>alert(1)</script>'],
  ] as const) {
    const { status, body } = await put({ visitor_tags: { ...none, [tag]: id } })
    expect([status, Object.keys(body.fields)], id).toEqual([422, [`visitor_tags.${tag}`]])
  }
  const limited = await makeUser(app.ctx, { role: 'admin', permissions })
  const body = { visitor_tags: ids }
  const byLimited = await app.call(updateSettings, { token: limited.token, body })
  expect([byLimited.status, byLimited.body.code]).toEqual([403, 'insufficient_permissions'])

  const signedIn = (when: string) =>
    app.ctx.pool.query(`update sessions set signed_in_at = ${when} where user_id = $1`, [admin.id])
  await signedIn(`now() - interval '11 minutes'`)
  const unproven = await put(body)
  expect([unproven.status, unproven.body.code]).toEqual([403, 'proof_required'])
  await signedIn('now()')
  expect((await put(body)).status).toBe(200)
  await expect.poll(async () => (await app.call(getConfig)).body.visitor_tags).toEqual(ids)
  const { rows } = await app.ctx.pool.query(
    `select after -> 'visitor_tags' ->> 'ga4' as ga4, (select count(*)::int from notifications
       where user_id = $1 and code = 'setting_changed' and details ->> 'section' = 'visitor_tags') as heard
     from audit_log where action = 'settings.update' order by number desc limit 1`,
    [admin.id],
  )
  expect(rows).toEqual([{ ga4: ids.ga4, heard: 1 }])
  expect((await put({ visitor_tags: none })).status).toBe(200)
})
