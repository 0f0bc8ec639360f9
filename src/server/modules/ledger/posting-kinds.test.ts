import { afterAll, beforeAll, expect, test } from 'vitest'

import { listTransactions } from '#contract/ledger/transactions.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'

import { findKind, isOfKind, type PostingKind, postingKinds, ruleOfAll } from './posting-kinds.ts'
import { postTransaction } from './post-transaction.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx, { balance: '100' })
})
afterAll(() => app.drop())

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const kinds = Object.entries<PostingKind>(postingKinds)

test('the constraint of the migration is the rules of the table', async () => {
  await query(`create table rules (like transactions);
    alter table rules add constraint rules_kind check (${ruleOfAll()})`)
  const { rows } = await query(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname in ('rules_kind', 'transactions_kind')`,
  )
  expect(rows).toHaveLength(2)
  expect(rows[0].rule).toBe(rows[1].rule)
})

type Row = {
  from: string
  to: string
  orderId: number | null
  depositId: number | null
  actorId: number | null
}

/** A row as the kind requires; its id is 7. */
function rowOf({ house, sign, of, by }: PostingKind): Row {
  const account = house === 'clearing' ? 'clearing:any-gateway_2' : house
  const [from, to] = sign > 0 ? [account, 'customer'] : ['customer', account]
  const actorId = by.length === 1 && by[0] === 'staff' ? user.id : null
  const depositId = of === 'itself' ? 7 : of === 'deposit' ? 6 : null
  return { from, to, orderId: of === 'order' ? 5 : null, depositId, actorId }
}

/** The database's SQLSTATE for such rows, one after the other; undefined if it accepts them. */
async function write({ type }: PostingKind, ...rows: Row[]): Promise<string | undefined> {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    for (const [at, { from, to, orderId, depositId, actorId }] of rows.entries())
      await client.query(
        `insert into transactions (user_id, id, seq, type, from_account, to_account, amount, balance_after, order_id,
           deposit_id, actor_id)
         values ($1, $2, $3, $4, $5, $6, 1, 1, $7, $8, $9)`,
        [user.id, 7 + at * 10, 1_000 + at, type, from, to, orderId, depositId, actorId],
      )
    return undefined
  } catch (error) {
    return (error as { code: string }).code // of pg
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const CHECK = '23514'
const UNIQUE = '23505'

test.each(kinds)('%s: the database accepts its row and no row that breaks its rule', async (_, kind) => {
  const row = rowOf(kind)
  expect(await write(kind, row)).toBeUndefined()
  const isStaffOnly = row.actorId !== null
  const broken: Partial<Row>[] = [
    { from: row.to, to: row.from },
    {
      from: row.from === 'customer' ? 'customer' : 'elsewhere',
      to: row.to === 'customer' ? 'customer' : 'elsewhere',
    },
    { from: 'customer', to: 'customer' },
    { orderId: kind.of === 'order' ? null : 5 },
    { depositId: row.depositId === null ? 6 : null },
    ...(isStaffOnly ? [{ actorId: null }] : []),
    ...(kind.by.includes('staff') ? [] : [{ actorId: user.id }]),
  ]
  for (const change of broken) {
    const changed = { ...row, ...change }
    // Reversed, an adjustment is a deduction, and so on.
    const other = findKind({ type: kind.type, house: kind.house, isRaise: kind.sign < 0 })
    const isOther = changed.from === row.to && changed.to === row.from && other?.of === kind.of
    expect([change, await write(kind, changed)]).toEqual([change, isOther ? undefined : CHECK])
  }
  expect(await write(kind, row, row)).toBe(kind.isOnce ? UNIQUE : kind.of === 'itself' ? CHECK : undefined)
})

test('a clearing account is a gateway’s', async () => {
  const clearing = rowOf(postingKinds.deposit)
  for (const from of ['clearing', 'clearing:'])
    expect(await write(postingKinds.deposit, { ...clearing, from })).toBe(CHECK)
  const move = { userId: user.id, kind: postingKinds.deposit, amount: usd('1'), depositId: 7n }
  await expect(postTransaction(app.ctx.db, move)).rejects.toThrow('clearing account')
})

test.each(kinds)(
  '%s: is found again by its type, house account and sign, in code and in SQL',
  async (_, kind) => {
    const { from, to } = rowOf(kind)
    const house = from === 'customer' ? to : from
    expect(findKind({ type: kind.type, house, isRaise: kind.sign > 0 })).toBe(kind)
    const { rows } = await query(
      `select count(*)::int as found from (select $1::text as type, $2::text as from_account, $3::text as to_account) row
     where ${kinds.map(([, one]) => `(${isOfKind(one, 'row')})::int`).join(' + ')} = 1 and ${isOfKind(kind, 'row')}`,
      [kind.type, from, to],
    )
    expect(rows[0].found).toBe(1)
  },
)

/** A completed deposit of that many dollars. */
async function deposit(
  userId: number,
  amount: string,
  { reversed = '0', fee = '0' }: { reversed?: string; fee?: string } = {},
): Promise<bigint> {
  const { rows } = await query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, status, completed_at, reversed, reclaimed,
       fee)
     values ($1, gen_random_uuid()::text, 'cryptomus', 'cryptomus', $2, 'completed', now(), $3, $3, $4) returning id`,
    [userId, usd(amount), usd(reversed), usd(fee)],
  )
  const { id: depositId } = rows[0]
  await postTransaction(app.ctx.db, {
    userId,
    kind: postingKinds.deposit,
    gateway: 'cryptomus',
    amount: usd(amount),
    depositId,
  })
  return depositId
}
const say = async ({ token }: TestUser) => {
  const { body } = await app.call(listTransactions, { token, query: { type: 'deposit' } })
  return {
    lines: body.transactions.map(({ description, amount }) => [description, amount]),
    deposits: body.summary.totalDeposits,
  }
}

test('fee: is taken from what arrived, in the statement and in the sum of deposits', async () => {
  const payer = await makeUser(app.ctx)
  const depositId = await deposit(payer.id, '10', { fee: '0.3' })
  await postTransaction(app.ctx.db, {
    userId: payer.id,
    kind: postingKinds.fee,
    amount: usd('0.3'),
    depositId,
  })
  expect(await say(payer)).toEqual({
    lines: [
      ['Payment fee', usd('-0.3')],
      ['Deposit via Cryptomus', usd('10')],
    ],
    deposits: usd('9.7'),
  })
  expect(await balanceOf(app.ctx, payer.id)).toBe(usd('9.7'))
  await auditMoney(app.ctx)
})

test('reversal and receivable: what the balance has is taken at once, the rest is owed and taken later', async () => {
  const payer = await makeUser(app.ctx)
  const depositId = await deposit(payer.id, '100', { reversed: '100' })
  const line = { userId: payer.id, depositId, gateway: 'cryptomus' }
  await postTransaction(app.ctx.db, {
    userId: payer.id,
    kind: postingKinds.deduction,
    amount: usd('70'),
    actorId: payer.id,
    reason: 'Spent',
  })
  await expect(
    postTransaction(app.ctx.db, { ...line, kind: postingKinds.reversal, amount: usd('100') }),
  ).rejects.toMatchObject({ code: 'insufficient_balance' })
  await postTransaction(app.ctx.db, { ...line, kind: postingKinds.reversal, amount: usd('30') })
  const owe = (amount: string) =>
    query('update accounts set owed = $2 where user_id = $1', [payer.id, usd(amount)])
  await owe('70')
  await auditMoney(app.ctx)
  await deposit(payer.id, '50')
  await postTransaction(app.ctx.db, { ...line, kind: postingKinds.receivable, amount: usd('50') })
  await owe('20')
  await auditMoney(app.ctx)
  await expect(owe('-1')).rejects.toThrow('check constraint')
  expect(await say(payer)).toEqual({
    lines: [
      ['Payment of the amount owed', usd('-50')],
      ['Deposit via Cryptomus', usd('50')],
      ['Payment of $100.00 reversed by Cryptomus', usd('-30')],
      ['Deposit via Cryptomus', usd('100')],
    ],
    deposits: usd('70'),
  })
})

/** A new kind needs this line, and its rule in the migration. */
const coupon: PostingKind = {
  type: 'bonus',
  house: 'coupon',
  sign: 1,
  of: 'nothing',
  by: ['staff'],
  says: 'adjustment',
}

test('a new kind is a line of the table and a line of the constraint', async () => {
  const customer = await makeUser(app.ctx)
  const post = () =>
    postTransaction(app.ctx.db, {
      userId: customer.id,
      kind: coupon,
      amount: usd('5'),
      actorId: customer.id,
      reason: 'WELCOME5',
    })
  await expect(post()).rejects.toThrow('transactions_kind')
  await query(`alter table transactions drop constraint transactions_kind, add constraint transactions_kind
    check (${ruleOfAll([...Object.values(postingKinds), coupon])})`)
  await post()
  const { body } = await app.call(listTransactions, { token: customer.token })
  expect(body.transactions).toMatchObject([{ description: 'Balance adjustment: WELCOME5', amount: usd('5') }])
  expect(body.summary).toMatchObject({ balance: usd('5'), refundsAndBonuses: usd('5') })
  await auditMoney(app.ctx)
})
