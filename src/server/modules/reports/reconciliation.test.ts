import { describe, expect, test } from 'vitest'

import { enterDeposit } from '#contract/payments/admin-deposits.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { storeDailyBalance } from '#server/modules/providers/balances/refresh-balance.ts'

/** 1000 pieces cost $0.90. */
const bench = makeOrderBench({ rate: '1.2' })
const today = () => new Date().toISOString().slice(0, 10)

async function read(day = today(), admin?: TestUser) {
  const { token } = admin ?? (await makeUser(bench.ctx, { role: 'admin', permissions: ['reports'] }))
  const { status, body } = await bench.app.call(getReconciliation, { token, query: { day } })
  expect(status).toBe(200)
  const provider = body.providers.find(({ provider_id: id }) => id === bench.panel.provider.id)
  return { ...body, provider }
}

/** A deposit with the gateway's last answer, and its ledger row if it was credited. */
async function makeDeposit(own: {
  reference: string
  amount: bigint
  status: string
  word: string
  arrived?: bigint
  byHand?: bigint
  line?: bigint
}) {
  await bench.ctx.pool.query(
    `with deposit as (
       insert into deposits (user_id, reference, gateway, payment_method, amount, status, gateway_status, gateway_state, arrived,
         credited_amount, completed_at, answered_at)
       values ($1, $2, 'cryptomus', 'cryptomus', $3, $4, $5, case $5 when 'paid' then 'paid' when 'paid_over' then 'over' when 'wrong_amount' then 'short' else 'closed' end,
         $6, $7, case when $4 = 'completed' then now() end, now())
       returning user_id, id
     ), next as (
       update accounts set transactions_seq = transactions_seq + 1, balance = balance + coalesce($8, 0)
       where user_id = $1 and $8::bigint is not null returning user_id, transactions_seq as seq, balance
     ), summed as (
       insert into account_sums (user_id, name, amount) select user_id, 'deposit', $8 from next
       on conflict (user_id, name) do update set amount = account_sums.amount + excluded.amount
     )
     insert into transactions (user_id, seq, balance_after, id, deposit_id, type, from_account, to_account, amount)
     select user_id, seq, balance, id, id, 'deposit', 'clearing:cryptomus', 'customer', $8
     from next join deposit using (user_id)`,
    [
      bench.user.id,
      own.reference,
      own.amount,
      own.status,
      own.word,
      own.arrived ?? null,
      own.byHand ?? null,
      own.line ?? null,
    ],
  )
}

describe('reconciliation of a day with other books', () => {
  test('is empty when both sides agree', async () => {
    await makeDeposit({ reference: 'same', amount: 500n, status: 'completed', word: 'paid', line: 500n })
    const { there, id } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Completed', charge: '0.90' })
    await bench.sync(id)
    const { gateways, provider } = await read()
    expect(gateways).toMatchObject([
      { gateway: 'cryptomus', confirmed: 500n, credited: 500n, differences: 0, named: [] },
    ])
    expect(provider).toMatchObject({
      orders: 1,
      open: 0,
      differences: 0,
      named: [],
      rounding: 0n,
      balance: null,
    })
    expect([provider?.expected, provider?.charged]).toEqual([usd('0.9'), usd('0.9')])
    expect((await read('2020-01-01')).gateways).toEqual([])
  })

  test("lists each deposit whose credit differs from the gateway's amount", async () => {
    await makeDeposit({
      reference: 'waiting',
      amount: 700n,
      status: 'review',
      word: 'wrong_amount',
      arrived: 300n,
    })
    const byHand = { status: 'completed', word: 'wrong_amount', arrived: 300n, byHand: 450n, line: 450n }
    await makeDeposit({ reference: 'by-hand', amount: 700n, ...byHand })
    await makeDeposit({ reference: 'elsewhere', amount: 100n, status: 'completed', word: 'paid', line: 100n })
    await bench.ctx.pool.query(
      `update deposits set completed_at = completed_at - interval '40 days' where reference = 'elsewhere'`,
    )
    const { gateways } = await read()
    expect(gateways).toHaveLength(1)
    expect(gateways[0]).toMatchObject({ confirmed: 1_100n, credited: 1_050n, differences: 3 })
    expect(gateways[0]?.named).toMatchObject([
      {
        reference: 'waiting',
        code: 'not_credited',
        confirmed: 300n,
        credited: 0n,
        gateway_status: 'wrong_amount',
      },
      { reference: 'by-hand', code: 'by_staff', confirmed: 300n, credited: 450n },
      { reference: null, code: 'unexplained', confirmed: 0n, credited: 100n },
    ])
    // The final audit does not know about this manual decision.
    await bench.ctx.pool.query(
      `update deposits set credited_amount = null, amount = 450 where reference = 'by-hand'`,
    )
  })

  test('counts the received share by invoice, and lists differences from a cent up', async () => {
    const { gateways: before } = await read()
    const paid = { status: 'completed', word: 'paid' }
    const [line, arrived] = [usd('20'), usd('30')]
    await makeDeposit({ ...paid, reference: 'over', amount: line, word: 'paid_over', arrived, line })
    await makeDeposit({ ...paid, reference: 'near', amount: line, arrived: usd('19.5'), line })
    await makeDeposit({ ...paid, reference: 'rounded', amount: line, arrived: usd('19.991'), line })
    const { gateways } = await read()
    expect(gateways[0]?.named.slice(0, 2)).toMatchObject([
      { reference: 'over', code: 'more_arrived', confirmed: usd('30'), credited: usd('20') },
      { reference: 'near', code: 'less_arrived', confirmed: usd('19.5'), credited: usd('20') },
    ])
    expect(gateways[0]?.named.map(({ reference }) => reference)).not.toContain('rounded')
    const counted = (of: typeof before) => [of[0]?.confirmed ?? 0n, of[0]?.credited ?? 0n] as const
    const [confirmed, credited] = counted(gateways)
    const [confirmedBefore, creditedBefore] = counted(before)
    expect([confirmed - confirmedBefore, credited - creditedBefore]).toEqual([usd('69.491'), usd('60')])
  })

  test("lists a gateway's reversals next to what was reversed here, and where staff decided otherwise", async () => {
    const paid = { status: 'completed', word: 'paid', amount: 900n, line: 900n }
    await makeDeposit({ ...paid, reference: 'taken' })
    await makeDeposit({ ...paid, reference: 'waived' })
    const tell = (reference: string, told: number, reversed: number) =>
      bench.ctx.pool.query(
        'update deposits set gateway_reversed = $2, gateway_reversed_at = now(), reversed = $3 where reference = $1',
        [reference, told, reversed],
      )
    const { gateways: before } = await read()
    await tell('taken', 300, 300)
    await tell('waived', 200, 0)
    const { gateways } = await read()
    expect(gateways[0]).toMatchObject({
      deposits: before[0]?.deposits,
      credited: before[0]?.credited,
      taken_back: 500n,
      reversed: 300n,
      differences: (before[0]?.differences ?? 0) + 1,
    })
    expect(gateways[0]?.named.find(({ code }) => code === 'taken_back')).toMatchObject({
      reference: 'waived',
      confirmed: 200n,
      credited: 0n,
    })
    // The final audit knows of no reversal.
    await tell('taken', 0, 0)
  })

  test("lists differences from a gateway's own list, and has none where it agrees", async () => {
    const paid = { status: 'completed', word: 'paid', amount: usd('20'), line: usd('20') }
    const [here, other, missed] = ['a', 'b', 'c'].map((one) => one.repeat(24)) as [string, string, string]
    for (const reference of [here, other, missed]) await makeDeposit({ ...paid, reference })
    const open = 'd'.repeat(24)
    await makeDeposit({ reference: open, amount: usd('20'), status: 'canceled', word: 'cancel' })
    const unread = (await read()).gateways[0]
    expect(unread?.list).toBeNull()
    const { pool } = bench.ctx
    const payment = (id: string, reference: string, amount: bigint) =>
      pool.query(`insert into listed_payments values ('cryptomus', $1, $2, now(), $3, 'paid')`, [
        id,
        reference,
        amount,
      ])
    await payment('1', here, usd('20'))
    await payment('2', other, usd('12'))
    await payment('2b', other, usd('9'))
    await payment('3', open, usd('20'))
    await payment('4', 'e'.repeat(24), usd('30'))
    await pool.query(`insert into gateway_lists (gateway, account, listed_since, listed_until, due_at)
      values ('cryptomus', '', now() - interval '1 day', now() + interval '1 hour', now())`)
    // Those of other tests were not looked for.
    await pool.query(
      `update deposits set created_at = now() - interval '2 days' where length(reference) < 24`,
    )
    const { gateways } = await read()
    expect(gateways[0]?.list).toMatchObject({ payments: 5, amount: usd('91'), reason: null })
    expect(gateways[0]?.differences).toBe((unread?.differences ?? 0) + 4)
    const codes = ['not_here', 'listed_unpaid', 'listed_otherwise', 'not_listed']
    expect(gateways[0]?.named.filter(({ code }) => codes.includes(code))).toMatchObject([
      { code: 'not_here', id: null, reference: 'e'.repeat(24), confirmed: usd('30'), credited: 0n },
      { code: 'not_listed', reference: missed, confirmed: 0n, credited: usd('20') },
      { code: 'listed_unpaid', reference: open, confirmed: usd('20'), credited: 0n },
      { code: 'listed_otherwise', reference: other, confirmed: usd('21'), credited: usd('20') },
    ])
    // What came after the list was read is not missed in it, and a day that agrees closes.
    await pool.query(`delete from listed_payments where reference <> $1`, [here])
    await pool.query(`update gateway_lists set listed_until = now() - interval '1 hour',
      fault = '{"code": "http_status", "details": {"http_status": 500}}'`)
    const { gateways: later } = await read()
    expect(later[0]?.list).toMatchObject({
      payments: 1,
      amount: usd('20'),
      reason: { code: 'http_status', details: { http_status: 500 } },
    })
    expect(later[0]?.differences).toBe(unread?.differences)
    // A list of which nothing was read yet says nothing of the day.
    await pool.query('update gateway_lists set listed_until = listed_since')
    expect((await read()).gateways[0]?.list).toBeNull()
    await pool.query('delete from gateway_lists')
    await pool.query('delete from listed_payments')
  })

  test('trusts staff for deposits entered by hand', async () => {
    const { token } = await makeUser(bench.ctx, { role: 'admin', permissions: ['money', 'reports'] })
    const body = {
      user: String(bench.user.id),
      amount: 0.000009,
      reference: 'a bank said so',
      reason: 'A transfer',
    }
    expect((await bench.app.call(enterDeposit, { token, body })).status).toBe(201)
    // A transfer of more, of which they found that much.
    await bench.ctx.pool.query(
      "update deposits set amount = 2000, credited_amount = 900 where gateway = 'manual'",
    )
    const { gateways } = await read()
    // The final audit does not know about this manual decision.
    await bench.ctx.pool.query(
      "update deposits set amount = 900, credited_amount = null where gateway = 'manual'",
    )
    expect(gateways.find(({ gateway }) => gateway === 'manual')).toMatchObject({
      confirmed: 900n,
      credited: 900n,
      differences: 0,
      named: [],
    })
  })

  test('lists each order with an unexpected charge, and not differences from rounding', async () => {
    const charge = async (text: string, status = 'Completed', remains = 0) => {
      const { there, id } = await bench.placeAccepted()
      await bench.panel.move(there, { status, charge: text, remains })
      await bench.sync(id)
      return id
    }
    await charge('0.901')
    // 40 % were not delivered, and refunded.
    await charge('0.54', 'Partial', 400)
    const dear = await charge('1.35')
    const cheap = await charge('0.9', 'Partial', 400)
    const { provider } = await read()
    expect(provider).toMatchObject({ orders: 4, differences: 2, rounding: usd('0.001') })
    expect(
      provider?.named.map(({ id, code, expected, charged }) => [BigInt(id), code, expected, charged]),
    ).toEqual([
      [dear, 'charged_more', usd('0.9'), usd('1.35')],
      [cheap, 'charged_more', usd('0.54'), usd('0.9')],
    ])
    const { expected = 0n, charged = 0n, named = [], rounding = 0n } = provider ?? {}
    const explained = named.reduce((sum, one) => sum + (one.charged ?? 0n) - one.expected, rounding as bigint)
    expect(charged - expected).toBe(explained)
  })

  test("shows the change of the provider's balance, from the last one before the day", async () => {
    const { pool } = bench.app.database
    const { id } = bench.panel.provider
    const balance = async (amount: string, at: string) => {
      await pool.query('update providers set balance = $1, balance_checked_at = $2 where id = $3', [
        amount,
        at,
        id,
      ])
      await storeDailyBalance(bench.ctx.db, id)
    }
    await balance('10', '2024-05-01T08:00:00Z')
    await balance('9', '2024-05-01T23:58:00Z')
    await balance('8.9', '2024-05-02T00:01:00Z')
    await balance('7.5', '2024-05-02T23:59:00Z')
    // An older reading does not replace the last.
    await balance('8', '2024-05-02T23:00:00Z')
    await pool.query(`insert into daily_services values ('2024-05-02', 1, $1, 1, 200000000, 0, 120000000)`, [
      id,
    ])
    const { provider } = await read('2024-05-02')
    expect(provider).toMatchObject({
      orders: 0,
      balance: { opening: usd('9'), closing: usd('7.5'), spent: usd('1.2'), unexplained: usd('0.3') },
    })
    expect(provider?.balance?.opening_at).toEqual(new Date('2024-05-01T23:58:00Z'))
    const first = await read('2024-05-01')
    expect(first.provider?.balance).toMatchObject({ opening: usd('10'), closing: usd('9') })
    await pool.query('delete from daily_services')
  })
})
