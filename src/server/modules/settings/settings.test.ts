import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { login, register } from '#contract/users/auth.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { type Permission, permissions } from '#contract/base/permissions.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { turnOnFor } from '#test/two-factor.ts'

// Longer than most: every section is changed on two processes of one app, and tested where it applies.

let one: TestApp
let other: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
  // Nothing listens there.
  await registerSandboxGateway(one.ctx, {
    speaks: 'cryptomus',
    url: 'http://127.0.0.1:9/',
    merchant: 'm',
    key: 'a-secret-key',
  })
  admin = await makeUser(one.ctx, { role: 'admin' })
})
afterAll(() => one.drop())
afterEach(() => put(defaultsAsSent()))

const put = (body: unknown) => one.call(updateSettings, { token: admin.token, body })
const defaultsAsSent = () => ({
  ...defaultSettings,
  limits: { deposit_min: 1, deposit_max: 10_000, deposit_presets: [10, 25, 50, 100, 200, 500] },
  bonuses: [
    { from: 500, percent: 10 },
    { from: 100, percent: 5 },
  ],
})
const limitsOf = (min: number, max: number) => ({
  limits: { deposit_min: min, deposit_max: max, deposit_presets: [20] },
})

test('returns every section with its defaults, and changes the sections that are sent', async () => {
  const { status, body } = await one.call(getSettings, { token: admin.token })
  expect([status, body.settings]).toEqual([200, defaultSettings])
  const changed = await put({
    brand: { name: 'Acme' },
    contact: { email: 'Help@Example.com', telegram: '@acme' },
    hours: null,
    claims: [{ value: '12+', label: 'services' }],
    testimonials: [{ name: 'Bo', role: null, text: 'So\nit is' }],
    faq: [{ question: 'When?', answer: 'Now' }],
    promotion: { percent: 12.5, days: 30, until: '2100-01-01T00:00Z' },
  })
  expect(changed.status).toBe(200)
  const expected = {
    brand: { name: 'Acme' },
    contact: { email: 'help@example.com', telegram: '@acme' },
    hours: null,
    claims: [{ value: '12+', label: 'services' }],
    testimonials: [{ name: 'Bo', role: null, text: 'So\nit is' }],
    faq: [{ question: 'When?', answer: 'Now' }],
    promotion: { percent: 12.5, days: 30, until: new Date('2100-01-01T00:00:00Z') },
    limits: defaultSettings.limits,
  }
  expect(changed.body.settings).toMatchObject(expected)
  expect((await one.call(getConfig)).body).toMatchObject(expected)
})

test('refuses invalid values, names the field, and changes nothing of the section', async () => {
  for (const [body, field] of [
    [limitsOf(10, 5), 'limits.deposit_max'],
    [limitsOf(0, 5), 'limits.deposit_min'],
    [limitsOf(1.005, 5), 'limits.deposit_min'],
    [{ brand: { name: ' ' } }, 'brand.name'],
    [{ brand: { name: 'Acme', colour: 'red' } }, 'colour'],
    [{ colour: 'red' }, 'colour'],
    [{ promotion: { percent: 100, days: 1, until: null } }, 'promotion.percent'],
    [{ promotion: { percent: 1.234, days: 1, until: null } }, 'promotion.percent'],
    [
      {
        bonuses: [
          { from: 5, percent: 1 },
          { from: 5, percent: 2 },
        ],
      },
      'bonuses',
    ],
  ] as const) {
    const { status, body: answer } = await put({ hours: 'never', ...body })
    expect([status, Object.keys(answer.fields)[0]]).toEqual([422, expect.stringContaining(field)])
  }
  expect((await one.call(getSettings, { token: admin.token })).body.settings).toEqual(defaultSettings)
})

// The other process polls only every 30 s: anything it knows earlier came by an event.
test('a changed limit applies in another process as soon as it receives the event', async () => {
  const minSeen = async () => (await other.call(getConfig)).body.limits.deposit_min
  expect(await minSeen()).toBe(usd('1'))
  await put(limitsOf(20, 30))
  await expect.poll(minSeen, { timeout: 10_000, interval: 20 }).toBe(usd('20'))
  const user = await makeUser(one.ctx)
  for (const app of [one, other])
    for (const amount of [19.99, 30.01]) {
      const body = { amount, payment_method: 'cryptomus' }
      const refused = await app.call(createPayment, { token: user.token, body })
      expect([refused.status, refused.body.fields]).toEqual([
        422,
        { amount: 'Amount must be between $20.00 and $30.00' },
      ])
    }
})

test('a process that missed events catches up when it reconnects', async () => {
  const deaf = await makeTestApp()
  const staff = await makeUser(deaf.ctx, { role: 'admin' })
  const far = await deaf.another()
  const nameSeen = async () => (await far.call(getConfig)).body.brand.name
  expect(await nameSeen()).toBe('Tally & Reach')
  // Both lose their listeners; an event published now reaches nobody.
  await deaf.ctx.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tally-events' and datname = current_database()`,
  )
  await deaf.call(updateSettings, { token: staff.token, body: { brand: { name: 'Acme' } } })
  await expect.poll(nameSeen, { timeout: 20_000, interval: 50 }).toBe('Acme')
  await deaf.drop()
}, 40_000)

test('the bonus follows the tiers in any order, and a deposit keeps the one it was opened with', async () => {
  await put({
    bonuses: [
      { from: 10, percent: 2.5 },
      { from: 50, percent: 20 },
    ],
  })
  const user = await makeUser(one.ctx)
  const bonusFor = async (amount: number) => {
    const body = { amount, payment_method: 'cryptomus' }
    // The gateway does not answer; the deposit and its bonus exist all the same.
    expect((await one.call(createPayment, { token: user.token, body })).body.code).toBe('gateway_failed')
    const { bonus } = await one.ctx.db
      .selectFrom('deposits')
      .select('bonus')
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return bonus
  }
  expect(await bonusFor(9.99)).toBe(0n)
  expect(await bonusFor(10)).toBe(usd('0.25'))
  expect(await bonusFor(50)).toBe(usd('10'))
})

test('an expired promotion does not apply', async () => {
  await put({ promotion: { percent: 10, days: 30, until: '2020-01-01T00:00:00Z' } })
  expect((await one.call(getConfig)).body.promotion).toBeNull()
  await put({ promotion: { percent: 10, days: 30, until: null } })
  expect((await one.call(getConfig)).body.promotion).toEqual({ percent: 10, days: 30, until: null })
})

test('registration can be closed; existing users still sign in', async () => {
  await put({ registration: { is_open: false } })
  const body = { name: 'Bo', email: 'bo@example.com', password: 'a-long-password' }
  const refused = await one.call(register, { body })
  expect([refused.status, refused.body.code]).toEqual([409, 'registration_closed'])
  const { email, password } = body
  expect((await one.call(login, { body: { email, password } })).body.code).toBe('invalid_credentials')
  await put({ registration: { is_open: true } })
  expect((await one.call(register, { body })).status).toBe(201)
})

test('staff with permission and two-factor authentication can require it, and an installation never locks itself out', async () => {
  const wanted = { staff_sign_in: { two_factor: true } }
  const sentence = 'Please turn on your own two-factor authentication first'
  expect((await put(wanted)).body.fields).toEqual({ 'staff_sign_in.two_factor': sentence })
  await turnOnFor(one, admin)
  const manager = await makeUser(one.ctx, { role: 'admin', permissions: ['settings'] })
  await turnOnFor(one, manager)
  const byManager = (body: unknown) => one.call(updateSettings, { token: manager.token, body })
  expect((await byManager(wanted)).body.code).toBe('insufficient_permissions')
  expect((await put(wanted)).status).toBe(200)
  // Unchanged values don't count as a change.
  expect((await byManager({ ...wanted, hours: null })).status).toBe(200)
  expect((await byManager({ staff_sign_in: { two_factor: false } })).body.code).toBe(
    'insufficient_permissions',
  )
  // Even the only owner must set up two-factor authentication again.
  await one.ctx.pool.query('delete from two_factor where user_id = $1', [admin.id])
  expect((await put({})).body.code).toBe('two_factor_setup_required')
  await turnOnFor(one, admin)
  expect((await put({ staff_sign_in: { two_factor: false } })).status).toBe(200)
})

test.each([
  [
    'mail',
    'staff',
    { mail: { host: 'm.example.com', port: 25, security: 'tls', user: null, from: 'a@m.example.com' } },
  ],
  ['mail_password', 'staff', { mail_password: 'a secret' }],
  ['gateways', 'money', { gateways: { cryptomus: { is_on: false, merchant: null } } }],
  ['bonuses', 'money', { bonuses: [{ from: 1, percent: 1_000 }] }],
] as const)('%s is changed by staff who have %s beside settings', async (_name, needed, change) => {
  const made = (permissions: readonly Permission[]) => makeUser(one.ctx, { role: 'admin', permissions })
  const others = permissions.filter((permission) => permission !== needed)
  const by = async (own: readonly Permission[], body: unknown) =>
    (await one.call(updateSettings, { token: (await made(own)).token, body })).status
  expect(await by(others, change)).toBe(403)
  // Unchanged values change nothing, and staff may change the rest.
  const { settings: sent } = (await one.call(getSettings, { token: admin.token })).json as {
    settings: object
  }
  expect(await by(['settings'], { ...sent, brand: { name: 'Acme' } })).toBe(200)
  expect(await by(['settings', needed], change)).toBe(200)
  await put({ ...sent, mail_password: null })
})

test('in maintenance customers can read, but not order, pay or register; staff keep working', async () => {
  const { id } = await makeService(one.ctx)
  const customer = await makeUser(one.ctx, { balance: '10' })
  const staff = await makeUser(one.ctx, { role: 'admin', balance: '10' })
  await put({ maintenance: { is_on: true, message: 'Back at noon' } })
  const order = { service_id: id, link: 'https://example.com/a', quantity: 100 }
  for (const refused of [
    await one.call(createOrder, { token: customer.token, body: order }),
    await one.call(createPayment, {
      token: customer.token,
      body: { amount: 5, payment_method: 'cryptomus' },
    }),
    await one.call(register, {
      body: { name: 'Al', email: 'al@example.com', password: 'a-long-password' },
    }),
  ])
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      503,
      'maintenance',
      'Back at noon',
    ])
  expect((await one.call(listOrders, { token: customer.token })).body.orders).toEqual([])
  expect((await one.call(createOrder, { token: staff.token, body: order })).status).toBe(201)
  expect((await one.call(getConfig)).body.maintenance).toEqual({ is_on: true, message: 'Back at noon' })
  await put({ maintenance: { is_on: false, message: null } })
  expect((await one.call(createOrder, { token: customer.token, body: order })).status).toBe(201)
})

test('nothing is sold for a blocked link or in a blocked category, to anyone; existing orders stay', async () => {
  const [plain, named] = [
    await makeService(one.ctx),
    await makeService(one.ctx, { type: 'Mentions User Followers' }),
  ]
  const { category } = await one.ctx.db
    .selectFrom('services')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('categories.name as category')
    .where('services.id', '=', plain.id)
    .executeTakeFirstOrThrow()
  const { token } = await makeUser(one.ctx, { balance: '10' })
  const place = (body: Record<string, unknown>, key: string = crypto.randomUUID()) =>
    one.call(createOrder, {
      token,
      headers: { 'idempotency-key': key },
      body: { service_id: plain.id, link: 'https://a.example.com/x', quantity: 100, ...body },
    })
  const first = await place({}, 'first')
  expect(first.status).toBe(201)
  await put({ blocked: { links: ['example.com', '@nobody'], categories: [] } })
  for (const body of [
    {},
    { link: 'HTTPS://www.Example.com:443/' },
    { service_id: named.id, link: 'https://example.org', username: '@Nobody' },
  ]) {
    const refused = await place(body)
    expect([refused.status, refused.body.code]).toEqual([409, 'link_blocked'])
  }
  expect((await place({ link: 'https://example.org' })).status).toBe(201)
  // The answer to an earlier order stays the same.
  const again = await place({}, 'first')
  expect([again.status, again.body.order]).toEqual([201, first.body.order])
  await put({ blocked: { links: [], categories: [category.toUpperCase()] } })
  expect((await place({ link: 'https://example.org' })).body.code).toBe('category_blocked')
  expect((await place({ service_id: named.id, link: 'https://example.com', username: 'a' })).status).toBe(201)
  expect((await one.call(listOrders, { token })).body.orders).toHaveLength(3)
})

test('changes are logged with old values, and unchanged values are not', async () => {
  const rows = async () =>
    (await one.ctx.pool.query('select action, before, after from audit_log order by number')).rows
  const count = (await rows()).length
  await put(defaultsAsSent())
  expect(await rows()).toHaveLength(count)
  await Promise.all([put({ brand: { name: 'Acme' } }), put({ brand: { name: 'Bolt' } })])
  const [first, second] = (await rows()).slice(count)
  expect(first).toEqual({
    action: 'settings.update',
    before: { brand: { name: 'Tally & Reach' } },
    after: expect.any(Object),
  })
  expect(second.before).toEqual(first.after)
})

test('of two who save the same version, the second is refused and changes nothing', async () => {
  const { versions } = (await one.call(getSettings, { token: admin.token })).body
  const { limits: version } = versions
  const saved = await Promise.all([
    put({ ...limitsOf(2, 30), versions: { limits: version } }),
    put({ ...limitsOf(3, 30), versions: { limits: version } }),
  ])
  expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = saved.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({
    code: 'state_conflict',
    details: { reason: 'section_changed', section: 'limits' },
  })
  const won = saved.find(({ status }) => status === 200)?.body
  const now = (await one.call(getSettings, { token: admin.token })).body
  expect(now).toEqual(won)
  expect(now.versions).toEqual({ ...versions, limits: version + 1 })
  // A change in another section does not affect this one.
  const again = await put({ hours: 'noon', ...limitsOf(3, 30), versions: { limits: version + 1 } })
  expect(again.status).toBe(200)
})

test("a translator's key goes only to the address it was entered for, and is never returned", async () => {
  const at = (url: string) => ({ translator: { url } })
  const entered = await put({ ...at('https://translate.example'), translator_key: 'a-secret-key' })
  expect(entered.body).toMatchObject({ has_translator_key: true, settings: at('https://translate.example') })
  expect(JSON.stringify(entered.json)).not.toContain('a-secret-key')
  expect(await put(at('https://elsewhere.example'))).toMatchObject({
    status: 422,
    body: { fields: { translator_key: 'Please enter the key again for the new address' } },
  })
  for (const odd of ['translate.example', 'ftp://translate.example', 'https://user:word@translate.example'])
    expect((await put(at(odd))).status).toBe(422)
  expect((await put({ translator: null })).body.has_translator_key).toBe(false)
  expect((await put(at('https://elsewhere.example'))).status).toBe(200)
})

test('an unreadable section uses its defaults, and the others are unaffected', async () => {
  const odd = await makeTestApp()
  await odd.ctx.pool.query(
    `insert into settings (section, value) values ('limits', '{"deposit_min": "much"}'), ('hours', '"noon"')`,
  )
  const { status, body } = await odd.call(getConfig)
  expect([status, body.limits, body.hours]).toEqual([200, defaultSettings.limits, 'noon'])
  await odd.drop()
})

test('a gateway from a later version, or a removed one, leaves the settings of the others intact', async () => {
  const later = await makeTestApp({ env: { CRYPTOMUS_MERCHANT: 'm', CRYPTOMUS_KEY: 'k' } })
  const { pool } = later.ctx
  const isOffered = async () =>
    (await later.call(getConfig)).body.payment_methods.some(({ available }) => available)
  await pool.query(
    `insert into settings (section, value) values ('gateways', '{"gone": {}, "cryptomus": {"is_on": false, "merchant": null}}')`,
  )
  later.ctx.events.publish({ topic: 'settings' })
  await expect.poll(isOffered).toBe(false)
  await pool.query(`update settings set value = '{}' where section = 'gateways'`)
  later.ctx.events.publish({ topic: 'settings' })
  await expect.poll(isOffered).toBe(true)
  await later.drop()
})
