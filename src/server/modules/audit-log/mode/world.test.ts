import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { creditDeposit, enterDeposit, refuseDeposit } from '#contract/payments/admin-deposits.ts'
import { fetchServices } from '#contract/catalogue/imports.ts'
import { createProvider, updateProvider } from '#contract/providers/providers.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import { getProfile } from '#contract/users/users.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { settleDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { prepareProduct } from '#server/boot/prepare-product.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/register-sandbox-provider.ts'
import { readGatewaySetting } from '#server/modules/settings/gateway-setting.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser, usd } from '#test/factories.ts'

import { settleWorld } from './settle-world.ts'

// Longer than most: each thing that tells real money from play is left in a database of before, one by one.

let app: TestApp
let token: string

beforeEach(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  token = (await makeUser(app.ctx, { role: 'admin' })).token
})
afterEach(() => app.drop())

const merchant = { merchant: 'merchant', key: 'payment-key' }
const settle = (
  given: {
    on?: boolean
    asked?: boolean
    gateway?: boolean
    isWorker?: boolean
    money?: 'real' | 'play'
  } = {},
) =>
  settleWorld(
    {
      sandbox: given.on ?? true,
      sandboxIsGiven: given.asked ?? false,
      cryptomusUrl: 'https://api.cryptomus.com',
      ...(given.gateway === true && { cryptomus: merchant }),
      ...(given.money !== undefined && { money: given.money }),
    },
    app.ctx.pool,
    { isWorker: given.isWorker ?? false },
  )
const play = { kind: 'sandbox', isSandboxWanted: true }
const live = { kind: 'live', isSandboxWanted: false }

const addProvider = (api_url: string, slug = 'other') =>
  app.call(createProvider, { token, body: { slug, name: slug, api_url, key: 'k' } })
const account = {
  gateways: { cryptomus: { is_on: true, merchant: merchant.merchant } },
  cryptomus_key: merchant.key,
}
const toldToGoLive = {
  status: 409,
  body: {
    code: 'state_conflict',
    message:
      'This database began with the sandbox, so its balances are play money and nothing real is connected to it. Start a new one for real money: npm run go-live',
  },
}

describe('a database that began with the sandbox', () => {
  beforeEach(() => settle())

  test('takes no real provider: not as a new one, not by another address, not as a list to import', async () => {
    expect(await addProvider('https://panel.example.com/api/v2')).toMatchObject(toldToGoLive)
    const id = await registerSandboxProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'sandbox-key' })
    const other = (await addProvider('http://127.0.0.1:9/api/v2')).body.provider
    const move = { api_url: 'https://panel.example.com/api/v2', key: 'k' }
    expect(await app.call(updateProvider, { token, params: { id: other.id }, body: move })).toMatchObject(
      toldToGoLive,
    )
    expect((await app.call(updateProvider, { token, params: { id }, body: { name: 'Own' } })).status).toBe(
      200,
    )
    const list = await app.call(fetchServices, {
      token,
      body: { provider: 'https://panel.example.com/api/v2?action=services' },
    })
    expect(list).toMatchObject(toldToGoLive)
  })

  test('has none switched on that was there before', async () => {
    await app.database.pool.query(
      `insert into providers (slug, name, api_url) values ('left', 'Left', 'https://panel.example.com/api/v2')`,
    )
    const { rows } = await app.ctx.pool.query(`select id from providers where slug = 'left'`)
    const on = { key: 'k', is_enabled: true }
    expect(await app.call(updateProvider, { token, params: { id: rows[0].id }, body: on })).toMatchObject(
      toldToGoLive,
    )
  })

  test('takes no real gateway: by the settings, or by the variables of a start', async () => {
    expect(await app.call(updateSettings, { token, body: account })).toMatchObject(toldToGoLive)
    expect((await app.call(updateSettings, { token, body: { brand: { name: 'Acme' } } })).status).toBe(200)
    await expect(settle({ gateway: true })).rejects.toThrow(
      new ConfigError(
        'CRYPTOMUS_MERCHANT names a real gateway, but this database began with the sandbox: what its customers have is play money. Going live is a new database: "npm run go-live" carries settings, texts, staff and rules over.',
      ),
    )
  })

  test('stays so, whatever it is started with, and the product can not say otherwise', async () => {
    expect(await settle({ on: false, asked: true })).toEqual({ kind: 'sandbox', isSandboxWanted: false })
    expect(await settle()).toEqual(play)
    await expect(app.ctx.pool.query(`update world set kind = 'live'`)).rejects.toThrow(/permission denied/)
    await expect(app.ctx.pool.query('delete from world')).rejects.toThrow(/permission denied/)
  })
})

describe('a database that began with real money', () => {
  beforeEach(() => settle({ on: false }))

  test('never starts with the sandbox: unasked it stays off, asked for it is refused', async () => {
    expect(await settle()).toEqual(live)
    await expect(settle({ asked: true })).rejects.toThrow(
      new ConfigError(
        'SANDBOX=on, but the money of this database is real. Leave SANDBOX unset, or try the sandbox with a DATA_DIR (and a DATABASE_URL) of its own.',
      ),
    )
  })

  test('takes providers and a gateway', async () => {
    expect((await addProvider('https://panel.example.com/api/v2')).status).toBe(201)
    expect((await app.call(updateSettings, { token, body: account })).status).toBe(200)
  })
})

describe('a database of before there was a stamp', () => {
  const ranSandbox = () => registerSandboxProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'sandbox-key' })
  const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)
  const isStamped = async () => (await run('select from world')).rowCount === 1

  /** Each is all that may be left of a shop that is real. */
  const real: Record<string, { leave: () => Promise<unknown>; says: string }> = {
    'a provider that is off on the day': {
      leave: async () => {
        const { body } = await addProvider('https://panel.example.com/api/v2')
        await app.call(updateProvider, {
          token,
          params: { id: body.provider.id },
          body: { is_enabled: false },
        })
      },
      says: '"other" has a key',
    },
    'a provider whose key is gone and that was sent orders': {
      leave: async () => {
        const { id: userId } = await makeUser(app.ctx)
        const provider = await makeProvider(app.ctx, { url: 'https://panel.example.com', slug: 'panel' })
        const service = await makeService(app.ctx, { supply: { providerId: provider.id, service: '1' } })
        await run(
          'update providers set is_sandbox = false, is_enabled = false, key_ciphertext = null where id = $1',
          [provider.id],
        )
        await run(
          `with placed as (
             insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel)
             values ($1, 1, $2, 'S', 'Default', 'https://example.com', 10, 1, 1, false, false) returning user_id, id
           ) insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service, cost, lease_until)
             select user_id, id, 1, gen_random_uuid(), 'accepted', (select id from supplies), $3, '1', 0, now() from placed`,
          [userId, service.id, provider.id],
        )
      },
      says: 'orders were sent to "panel"',
    },
    'an account at the gateway': {
      leave: () => app.call(updateSettings, { token, body: account }),
      says: 'its settings name an account at a gateway',
    },
    'an account at which deposits were opened once': {
      leave: () =>
        run(
          `insert into gateway_accounts (gateway, url, merchant, key_ciphertext) values ('cryptomus', 'https://api.cryptomus.com', 'm', '')`,
        ),
      says: 'deposits were opened at a real gateway',
    },
    'a deposit that was paid at a real gateway': {
      leave: () => leaveDeposit({ url: 'https://pay.cryptomus.com/pay/1' }),
      says: '1 deposits of $25 came by cryptomus',
    },
    'a deposit that staff entered': {
      leave: async () => {
        const { id } = await makeUser(app.ctx)
        const body = { user: `#${id}`, amount: 25, reference: 'bank 1', reason: 'By bank' }
        expect((await app.call(enterDeposit, { token, body })).status).toBe(201)
      },
      says: 'staff entered 1 deposits of $25',
    },
    'a balance that staff raised': {
      leave: async () => {
        const { id } = await makeUser(app.ctx)
        const body = { balance: 3, expected_balance: 0, reason: 'Paid at the counter' }
        expect((await app.call(updateUser, { token, params: { id }, body })).status).toBe(200)
      },
      says: 'staff raised balances by hand',
    },
    'an order that was delivered by hand': {
      leave: async () => {
        const { id: userId } = await makeUser(app.ctx)
        const service = await makeService(app.ctx)
        await run(
          `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel, status, dispatch)
           values ($1, 1, $2, 'S', 'Default', 'https://example.com', 10, 1, 1, false, false, 'COMPLETED', 'rejected')`,
          [userId, service.id],
        )
      },
      says: 'orders were delivered by hand',
    },
  }

  async function leaveDeposit({ url }: { url: string }) {
    const { id } = await makeUser(app.ctx)
    await run(
      `insert into deposits (user_id, reference, gateway, payment_method, amount, status, payment_url, completed_at)
       values ($1, $2, 'cryptomus', 'cryptomus', 2500000000, 'completed', $2, now())`,
      [id, url],
    )
  }

  test.each(Object.entries(real))(
    '%s is real money; beside what the sandbox left the start stops and asks, and keeps to the answer',
    async (_name, { leave, says }) => {
      await leave()
      await expect(settle({ money: 'play' })).rejects.toThrow(
        /all that this database tells of its money is real/,
      )
      expect(await isStamped()).toBe(false)
      expect(await settle()).toEqual(live)
      await run('delete from world')
      await ranSandbox()
      const asked = await settle().catch((error: unknown) => error)
      expect(asked).toBeInstanceOf(ConfigError)
      for (const told of ['the sandbox ran on it', says, 'MONEY=real', 'MONEY=play'])
        expect(String(asked)).toContain(told)
      await expect(settle({ isWorker: true, on: false })).rejects.toThrow(ConfigError)
      expect(await isStamped()).toBe(false)

      expect(await settle({ money: 'real' })).toEqual({
        ...live,
        notice: expect.stringContaining('take away what nobody paid'),
      })
      expect(await settle()).toEqual(live)
      await expect(settle({ money: 'play' })).rejects.toThrow(/which was settled at an earlier start/)
    },
  )

  test('what was paid at the sandbox’s gateway does not become real unasked, though the sandbox is gone', async () => {
    await leaveDeposit({ url: 'http://127.0.0.1:23403/pay/1' })
    await addProvider('https://panel.example.com/api/v2')
    await expect(settle({ on: false })).rejects.toThrow(
      /1 deposits of \$25 were paid at the sandbox's gateway/,
    )
  })

  test('what was for trying out alone becomes real by no answer', async () => {
    await leaveDeposit({ url: 'http://127.0.0.1:23403/pay/1' })
    await expect(settle({ money: 'real', on: false })).rejects.toThrow(/npm run go-live/)
    expect(await isStamped()).toBe(false)
  })

  test('where the answer is play money, nothing real is left on', async () => {
    await ranSandbox()
    await addProvider('https://panel.example.com/api/v2')
    await addProvider('http://127.0.0.1:10/api/v2', 'here')
    await app.call(updateSettings, { token, body: account })
    expect(await settle({ money: 'play' })).toEqual({
      ...play,
      notice: expect.stringContaining('what is real is switched off'),
    })
    await prepareProduct(app.ctx, { demo: false, say: () => undefined })
    const { rows } = await run(
      'select slug, is_enabled from providers where key_ciphertext is not null order by 1',
    )
    expect(rows).toEqual([
      { slug: 'here', is_enabled: true },
      { slug: 'other', is_enabled: false },
      { slug: 'sandbox', is_enabled: false },
    ])
    expect(await readGatewaySetting(app.ctx)).toEqual({ isOn: true, account: undefined })
    expect((await run(`select from settings_secrets`)).rowCount).toBe(0)
  })

  test('of what was open at a real gateway nothing becomes play money, by the gateway’s word or a person’s, and nothing is lost', async () => {
    await ranSandbox()
    const { id: userId, token: own } = await makeUser(app.ctx)
    const { rows: deposits } = await run(
      `with account as (
         insert into gateway_accounts (gateway, url, merchant, key_ciphertext)
         values ('cryptomus', 'https://api.cryptomus.com', 'm', ''), ('cryptomus', 'http://127.0.0.1:9', 'm', '') returning id, url
       ) insert into deposits (user_id, reference, gateway, payment_method, amount, bonus, payment_url, gateway_account, gateway_status, check_at)
         select $1, reference, 'cryptomus', 'cryptomus', 10000000000, 500000000, case when kept is null then 'https://pay.cryptomus.com/pay/1' end,
           (select id from account where url = kept), word, now() + interval '1 hour'
         from (values ('real', 'https://api.cryptomus.com', 'check'), ('begun', 'https://api.cryptomus.com', 'confirm_check'),
           ('before', null, null), ('play', 'http://127.0.0.1:9', 'check')) as open (reference, kept, word)
         returning id, reference`,
      [userId],
    )
    await settle({ money: 'play' })
    await prepareProduct(app.ctx, { demo: false, say: () => undefined })
    const standing = async () =>
      (
        await run(
          `select reference, status, review_code, check_at is not null as is_watched from deposits order by reference`,
        )
      ).rows
    const doubtful = { status: 'review', review_code: 'real_money', is_watched: true }
    const open = { review_code: null, is_watched: true }
    expect(await standing()).toEqual([
      { reference: 'before', ...doubtful },
      { reference: 'begun', ...doubtful },
      { reference: 'play', status: 'pending', ...open },
      { reference: 'real', status: 'canceled', ...open },
    ])

    for (const { id, reference } of deposits) {
      const paid = {
        uuid: reference,
        orderId: reference,
        amount: usd('100'),
        currency: 'USD',
        arrived: usd('100'),
        arrivedAs: undefined,
        status: 'paid',
        url: undefined,
        expiresAt: undefined,
      }
      const isPlay = reference === 'play'
      expect(await settleDeposit(app.ctx, { userId, id }, paid)).toBe(isPlay ? 'completed' : 'review')
      if (isPlay) continue
      const params = { id: Number(id) }
      const credit = { token, params, body: { reason: 'It came' } }
      expect(await app.call(creditDeposit, credit)).toMatchObject(toldToGoLive)
      expect((await app.call(refuseDeposit, { ...credit, body: { reason: 'Given back' } })).status).toBe(200)
      // Told once more, it is a person's again.
      const late = { ...paid, arrived: usd('101') }
      expect(await settleDeposit(app.ctx, { userId, id }, late)).toBe('review')
    }
    expect((await app.call(getProfile, { token: own })).body.user.balance).toBe(usd('105'))
  })

  test('an answer that the variables contradict is not written', async () => {
    await ranSandbox()
    await expect(settle({ gateway: true })).rejects.toThrow(/CRYPTOMUS_MERCHANT names an account/)
    await expect(settle({ gateway: true, money: 'play' })).rejects.toThrow(/CRYPTOMUS_MERCHANT names a real/)
    await addProvider('https://panel.example.com/api/v2')
    await expect(settle({ asked: true, money: 'real' })).rejects.toThrow(/SANDBOX=on/)
    expect(await isStamped()).toBe(false)
  })

  test('is real where the variables name an account at a gateway', async () => {
    expect(await settle({ gateway: true })).toEqual(live)
  })

  test('is the sandbox’s where that ran, and nothing speaks for real money', async () => {
    await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
    await addProvider('http://127.0.0.1:10/api/v2')
    await leaveDeposit({ url: 'http://127.0.0.1:23403/pay/1' })
    expect(await settle({ on: false })).toEqual({ kind: 'sandbox', isSandboxWanted: false })
  })

  test('a worker alone begins no world of play money', async () => {
    expect(await settle({ isWorker: true })).toEqual({ kind: undefined, isSandboxWanted: true })
    expect(await settle({ on: false })).toEqual(live)
  })
})

test('of several that start at once with other minds, one is right and all hold to it', async () => {
  const kinds = await Promise.all([true, false, true, false].map((on) => settle({ on })))
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(1)
})
