import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { changeApiKey, createNamedKey, getApiAccess } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import { readAnswer } from '#test/reseller-client.ts'

let app: TestApp
let user: TestUser
let service: { id: number }
beforeAll(async () => {
  app = await makeTestApp()
  service = await makeService(app.ctx, { rate: '1.2345', min: 10, max: 2000 })
})
afterAll(() => app.drop())
beforeEach(async () => {
  user = await makeUser(app.ctx, { balance: '1000' })
})

const order = () => ({ service: String(service.id), link: 'https://example.com/a', quantity: '100' })
const get = async (query: string) => readAnswer(await fetch(`${app.url}/api/v2?${query}`))
async function countOrders(): Promise<number> {
  const rows = await app.ctx.db.selectFrom('orders').select('id').where('user_id', '=', user.id).execute()
  return rows.length
}

test('R7b: a key with codes is told about a new order by codes', async () => {
  const { body } = await app.call(createNamedKey, {
    token: user.token,
    body: { name: 'Codes', errors: 'code' },
  })
  const add = async (own: Record<string, unknown>) =>
    (
      await get(
        new URLSearchParams({ key: body.key, action: 'add', ...order(), ...own } as Record<
          string,
          string
        >).toString(),
      )
    ).json
  expect(await add({ quantity: '1' })).toEqual({ error: 'neworder.error.min_quantity' })
  expect(await add({ quantity: '2001' })).toEqual({ error: 'neworder.error.max_quantity' })
  expect(await add({ service: '99999999' })).toEqual({ error: 'error.incorrect_service_id' })
  expect(await add({ service: 'x' })).toEqual({ error: 'error.incorrect_service_id' })
  expect(await add({ link: 'javascript:1' })).toEqual({ error: 'neworder.error.link' })
  await app.ctx.pool.query('update services set max = 100000000')
  expect(await add({ quantity: '2000000' })).toEqual({ error: 'neworder.error.not_enough_funds' })
  await app.ctx.pool.query('update services set max = 2000')
  expect(await add({ action: 'nothing' })).toEqual({ error: 'Incorrect request' })
})

test("R7b: the operator's setting applies at once to keys that don't choose, and to no other", async () => {
  const makeKey = async (own: object) =>
    (await app.call(createNamedKey, { token: user.token, body: { name: 'Panel', ...own } })).body.key
  const [silent, texts, codes] = [
    await makeKey({}),
    await makeKey({ errors: 'text' }),
    await makeKey({ name: 'Codes', errors: 'code' }),
  ]
  const told = () =>
    Promise.all(
      [silent, texts, codes].map(
        async (key) =>
          (await get(new URLSearchParams({ key, action: 'add', service: 'x' }).toString())).json.error,
      ),
    )
  const [text, code] = ['Incorrect service ID', 'error.incorrect_service_id']
  expect(await told()).toEqual([text, text, code])
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const set = (errors: string) => app.call(updateSettings, { token, body: { reseller_api: { errors } } })
  expect((await set('code')).body.settings.reseller_api).toEqual({ errors: 'code' })
  expect(await told()).toEqual([code, text, code])
  const { keys, default_errors: shown } = (await app.call(getApiAccess, { token: user.token })).body
  expect([shown, ...keys.map(({ errors }) => errors)]).toEqual(['code', null, 'text', 'code'])
  // The key is reset to the default.
  const id = keys[1]?.id ?? ''
  expect(
    (await app.call(changeApiKey, { token: user.token, params: { id }, body: { errors: null } })).status,
  ).toBe(200)
  await expect.poll(told).toEqual([code, code, code])
  expect((await set('numbers')).status).toBe(422)
  expect((await set('text')).status).toBe(200)
  expect(await told()).toEqual([text, text, code])
})

test('a key does what its scopes allow, and nothing else', async () => {
  const of = async (scope: string) => {
    const created = await app.call(createNamedKey, {
      token: user.token,
      body: { name: scope, scopes: [scope] },
    })
    const ask = async (action: string, own = '') =>
      (await get(`key=${created.body.key}&action=${action}${own}`)).json
    const { link } = order()
    return Promise.all([
      ask('add', `&service=${service.id}&quantity=100&link=${link}`),
      ask('cancel', '&orders=1'),
      ask('refill', '&order=1'),
      ask('status', '&order=1'),
      ask('balance'),
    ])
  }
  const refused = { error: 'Invalid API key' }
  expect((await of('read')).slice(0, 3)).toEqual([refused, refused, refused])
  expect(await countOrders()).toBe(0)
  const [added, canceled, refilled, ...read] = await of('order')
  expect(added).toEqual({ order: expect.any(Number) })
  for (const answer of [canceled, refilled]) expect(answer).not.toEqual(refused)
  expect(read).toEqual([refused, refused])
})
