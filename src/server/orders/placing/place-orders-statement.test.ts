import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser } from '#test/factories.ts'

import { placeManyStatement } from './place-orders-statement.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('a batch debits no more than is there by itself, without the table having to refuse it', async () => {
  const poor = await makeUser(app.ctx, { balance: '0.25' })
  const rich = await makeUser(app.ctx, { balance: '100' })
  const { id } = await makeService(app.ctx, { rate: '1' })
  const items = [poor, rich, poor, poor].map(({ id: userId }) => userId)
  const each = <Value>(value: Value) => items.map(() => value)
  const { rows } = await app.database.pool.query<{ outcome: string; crowded: boolean }>(placeManyStatement, [
    items,
    each(id),
    each('https://example.com/a'),
    each(100),
    each(null),
    each('{}'),
    each(null),
    each(null),
  ])
  expect(rows.map(({ outcome, crowded }) => [outcome, crowded])).toEqual([
    ['placed', false],
    ['placed', false],
    ['placed', false],
    ['insufficient', true],
  ])
  expect(await balanceOf(app.ctx, poor.id)).toBe(5_000_000n)
  await auditMoney(app.ctx)
})
