import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { makeClientRecords, type PlacedOrder } from '#torture/clients/client-records.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

import { checkMoney } from './check-money.ts'
import { checkOrders, checkSendings } from './check-orders.ts'
import { checkRefunds } from './check-refunds.ts'
import { checkSecrets } from './check-secrets.ts'
import type { EntryRow, OrderRow, Rows } from './read-rows.ts'

// Longer than most: tables of what the checker must and must not report, one per check.

const row = (own: Partial<OrderRow> = {}): OrderRow => ({
  id: 1,
  userId: 5,
  serviceId: 2,
  rate: 10_000n,
  key: 'k-1',
  link: 'https://example.com/1',
  quantity: 100,
  price: 1_000n,
  refunded: 0n,
  status: 'COMPLETED',
  dispatch: 'accepted',
  provider: 'one',
  providerOrder: '23501',
  ...own,
})
const placed = (own: Partial<PlacedOrder> = {}): PlacedOrder => ({
  key: 'k-1',
  customer: 'c',
  userId: 5,
  link: 'https://example.com/1',
  service: 's',
  quantity: 100,
  askedAt: 0,
  acknowledged: { id: 1, price: 1_000n },
  ...own,
})
const byApi = placed({ isByApi: true, acknowledged: { id: 1 } })
const accept = (own: Partial<Accept> = {}): Accept => ({
  provider: 'one',
  order: 23_501,
  link: 'https://example.com/1',
  quantity: 100,
  at: 0,
  ...own,
})
const entry = (own: Partial<EntryRow> = {}): EntryRow => ({
  userId: 5,
  type: 'order',
  signed: -1_000n,
  orderId: 1,
  depositId: null,
  isReversal: false,
  byStaff: false,
  ...own,
})
const rows = (own: Partial<Rows> = {}): Rows => ({
  orders: [row()],
  entries: [entry({ type: 'deposit', signed: 5_000n, orderId: null, depositId: '9' }), entry()],
  balances: [{ userId: 5, balance: 4_000n }],
  deposits: [],
  services: [],
  supplies: [],
  refills: [],
  attempts: [],
  ...own,
})
const kinds = (found: { kind: string }[]) => found.map(({ kind }) => kind)

test('orders: nothing is reported when every order is as acknowledged', () => {
  expect(checkOrders([row()], [placed(), placed({ key: 'k-2', acknowledged: undefined as never })])).toEqual(
    [],
  )
})

test.each<[string, OrderRow[], PlacedOrder, string[]]>([
  ['an acknowledged order is gone', [], placed(), ['lost']],
  ['it has another key', [row({ key: 'k-2' })], placed(), ['lost']],
  ['it has another link', [row({ link: 'x' })], placed(), ['lost']],
  ['it is another customer’s', [row({ userId: 6 })], placed(), ['lost']],
  ['it costs something else', [row({ price: 1_001n })], placed(), ['other']],
  ['one key has two', [row(), row({ id: 2, link: 'y' })], placed(), ['duplicated']],
  ['one link has two', [row(), row({ id: 2, key: 'k-2' })], placed(), ['duplicated']],
  ['it was refused and is there', [row()], placed({ refused: { code: 'x', at: 1 } }), ['other']],
  ['it is a line of a mass order', [row({ key: null })], placed({ mass: 'm' }), []],
  ['it is such a line and has a key', [row()], placed({ mass: 'm' }), ['lost']],
  ['it came by API', [row({ key: 'v2 k-1' })], byApi, []],
  ['it came by API and has another call’s key', [row()], byApi, ['lost']],
])('orders: %s', (_what, orders, order, found) => {
  expect(kinds(checkOrders(orders, [order]))).toEqual(found)
})

test.each<[string, OrderRow[], Accept[], string[]]>([
  ['once taken is well', [row()], [accept()], []],
  ['taken twice by one', [row()], [accept(), accept({ order: 23_502 })], ['duplicated']],
  ['taken by both', [row()], [accept(), accept({ provider: 'two' })], ['duplicated']],
  [
    'taken, and about to be sent again',
    [row({ status: 'PENDING', dispatch: 'queued' })],
    [accept()],
    ['duplicated'],
  ],
  ['taken, and not an order of the product', [], [accept()], ['lost']],
])('sendings: %s', (_what, orders, accepts, found) => {
  expect(kinds(checkSendings(orders, accepts))).toEqual(found)
})

test.each<[string, Partial<Rows>, string[]]>([
  ['sound books', {}, []],
  ['a balance that is not its sum', { balances: [{ userId: 5, balance: 4_001n }] }, ['lost']],
  ['no charge', { entries: [], balances: [] }, ['duplicated']],
  ['two charges', { entries: [entry(), entry()], balances: [] }, ['duplicated']],
  ['a charge that is not the price', { entries: [entry({ signed: -999n })], balances: [] }, ['duplicated']],
  [
    'a refund that the order does not know',
    { entries: [entry(), entry({ type: 'refund', signed: 1n })], balances: [] },
    ['duplicated'],
  ],
  [
    'a refund above the price',
    {
      orders: [row({ refunded: 1_001n })],
      entries: [entry(), entry({ type: 'refund', signed: 1_001n })],
      balances: [],
    },
    ['duplicated'],
  ],
  [
    'a line of an order that is not there',
    { entries: [entry(), entry({ orderId: 2 })], balances: [] },
    ['lost'],
  ],
  [
    'a balance below zero',
    { orders: [], entries: [entry({ orderId: null })], balances: [{ userId: 5, balance: -1_000n }] },
    ['lost'],
  ],
])('money: %s', (_what, own, found) => {
  expect(kinds(checkMoney(rows(own)))).toEqual(found)
})

const whole = row({ status: 'CANCELED', refunded: 1_000n })
test.each<
  [string, OrderRow, Accept[], { status: string; remains: number }, 'cancel' | 'refund' | undefined, number]
>([
  ['its provider canceled it', whole, [accept()], { status: 'Canceled', remains: 100 }, undefined, 0],
  [
    'its provider delivered a part',
    row({ refunded: 250n }),
    [accept()],
    { status: 'Partial', remains: 25 },
    undefined,
    0,
  ],
  [
    'more than the part is back',
    row({ refunded: 251n }),
    [accept()],
    { status: 'Partial', remains: 25 },
    undefined,
    1,
  ],
  ['its provider delivered it', whole, [accept()], { status: 'Completed', remains: 0 }, undefined, 1],
  [
    'its provider delivered it, and the customer asked',
    whole,
    [accept()],
    { status: 'Completed', remains: 0 },
    'cancel',
    1,
  ],
  ['staff gave it back', whole, [accept()], { status: 'In progress', remains: 1 }, 'refund', 0],
  ['nobody took it, and the customer asked', whole, [], { status: '', remains: 0 }, 'cancel', 0],
  ['nobody took it, and nobody asked', whole, [], { status: '', remains: 0 }, undefined, 1],
  ['nobody took it, and a part is back', row({ refunded: 1n }), [], { status: '', remains: 0 }, 'cancel', 1],
  [
    'every provider refuses this quantity',
    { ...whole, quantity: 8_000 },
    [],
    { status: '', remains: 0 },
    undefined,
    0,
  ],
  [
    'one provider accepts this quantity',
    { ...whole, quantity: 2_000 },
    [],
    { status: '', remains: 0 },
    undefined,
    1,
  ],
])('refunds: %s', async (_what, order, accepts, last, asked, count) => {
  const records = makeClientRecords()
  if (asked === 'cancel') records.cancels.add(order.id)
  if (asked === 'refund') records.decide(order.id, 'refund')
  const untaken = accepts.length === 0 ? { ...order, providerOrder: null } : order
  expect(await checkRefunds({ orders: [untaken], accepts, records, ask: async () => last })).toHaveLength(
    count,
  )
})

test('refunds: the final status is read under the id that the order was recorded with, released since or not', async () => {
  const asked: number[] = []
  const other = accept({ order: 7, link: 'another' })
  const ask = async ({ order }: Accept) => (asked.push(order), { status: 'Canceled', remains: 1 })
  const of = { accepts: [accept(), other], ask }
  await checkRefunds({ ...of, orders: [{ ...whole, providerOrder: '7' }], records: makeClientRecords() })
  const records = makeClientRecords()
  records.released.set(whole.id, other)
  await checkRefunds({ ...of, orders: [{ ...whole, providerOrder: null }], records })
  expect(asked).toEqual([7, 7])
})

test('refunds: after the right id replaces a released one, its final status applies too', async () => {
  const wrong = accept({ order: 7, link: 'another' })
  const records = makeClientRecords()
  records.released.set(whole.id, wrong)
  const check = (canceled: number) =>
    checkRefunds({
      orders: [whole],
      accepts: [accept(), wrong],
      records,
      ask: async ({ order }) => ({ status: order === canceled ? 'Canceled' : 'Completed', remains: 0 }),
    })
  expect(await check(accept().order)).toEqual([])
  expect(await check(7)).toEqual([])
  expect(await check(0)).toHaveLength(1)
})

test('secrets: a log that contains one is named, with the kind of secret', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'a.log'), 'nothing\n')
  await writeFile(join(dir, 'b.log'), 'the key is hunter22\n')
  const found = checkSecrets([dir, join(dir, 'missing')], { 'the key': 'hunter22', 'an empty one': '' })
  expect(found.map(({ what }) => what)).toEqual([`${join(dir, 'b.log')} holds the key`])
})
