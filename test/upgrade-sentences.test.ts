import { afterAll, beforeAll, expect, test } from 'vitest'

import { sayCarried } from '#contract/base/codes.ts'
import { notificationCodes } from '#contract/messaging/notification-codes.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import { english } from '#contract/words/en.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'

import type { TestDatabase } from './database.ts'
import { makeOldDatabase, readTold, type Told } from './old-database.ts'

/** What earlier versions said in sentences, and today's says in codes. */
let old: TestDatabase
let toldBefore: Told

beforeAll(async () => {
  old = await makeOldDatabase('0007')
  await flagSome()
  await tellSome()
  toldBefore = await readTold(old)
  await migrate(old.url)
})
afterAll(() => old.drop())

/** What the sentences of earlier versions become. */
const oldFlags: readonly [flag: string, code: string, details: Record<string, unknown>][] = [
  ['No provider for this service', 'no_provider', {}],
  ['Not sent: the connection was refused', 'not_sent', { error: 'the connection was refused' }],
  ['Refused by the provider: Not enough funds', 'refused', { error: 'Not enough funds' }],
  ['It is not known whether the provider took it: reset', 'reply_awaited', { error: 'reset' }],
  [
    'The provider answered with its order 7, which belongs to order 12',
    'id_of_other_order',
    { provider_order: '7', held_by: 12 },
  ],
  [
    'Sending 2: Taken by the provider as its order 9 after this was decided otherwise',
    'accepted_too_late',
    { number: 2, provider_order: '9' },
  ],
  [
    "It held the provider's order 5 by mistake: what became of it is not known",
    'id_released',
    { provider_order: '5' },
  ],
  ['The provider left this order out of its answer', 'left_out', {}],
  ['The provider says of this order: Incorrect order ID', 'told_error', { error: 'Incorrect order ID' }],
  ['The provider uses an unknown status: Odd', 'unknown_status', { status: 'Odd' }],
  [
    'The provider says canceled and that 4 remain, in a measure of its own',
    'foreign_measure',
    { status: 'canceled', remains: 4 },
  ],
  [
    'The provider says canceled, that 4 of 9 remain, and a charge that does not fit',
    'canceled_charge_unfit',
    { remains: 4, whole: 9 },
  ],
  ['After its end, the provider says: Canceled', 'after_end', { status: 'Canceled' }],
  ['It is not known whether a refill was taken: reset', 'refill_unknown', { error: 'reset' }],
  ['Somebody wrote this', 'note', { text: 'Somebody wrote this' }],
]

/** Orders that ended, so that nothing moves when they say why. */
async function flagSome() {
  await old.pool.query(
    `with told as (select * from unnest($1::text[]) with ordinality as told (flag, place)),
       ended as (select user_id, id, row_number() over (order by id) as place from orders where status = 'COMPLETED' and flag is null)
     update orders set flag = told.flag from told join ended using (place)
     where orders.user_id = ended.user_id and orders.id = ended.id`,
    [oldFlags.map(([flag]) => flag)],
  )
}

/** Sentences of earlier versions that the fixture has none of, and some that nobody's version wrote. */
const oldEvents: readonly [type: string, message: string, code: string, details: Record<string, unknown>][] =
  [
    ['status', 'Status Changed to PENDING', 'status', { to: 'PENDING' }],
    ['refund', 'Refunded $1,234,567.80', 'refund', { amount: 1_234_567.8 }],
    ['refund', 'Refunded $0.00000001', 'refund', { amount: 0.000_000_01 }],
    ['refill', 'Refill Rejected', 'refill', { ending: 'rejected' }],
    ['refill', 'Refill Not Confirmed', 'refill', { ending: 'given_up' }],
    ['staff', 'Looked at by user 3', 'staff', { decision: 'dismiss', by: 3 }],
    [
      'staff',
      "Released the provider's order id by user 3: by user 4: no",
      'staff',
      { decision: 'release', by: 3, reason: 'by user 4: no' },
    ],
    ['staff', 'Canceled by user 3: Asked', 'staff', { decision: 'cancel', by: 3, reason: 'Asked' }],
    ['staff', 'Phoned the provider', 'staff_note', { text: 'Phoned the provider' }],
    ['evidence', 'One id is near', 'staff_note', { text: 'One id is near' }],
    ['status', 'Status Changed to ODD', 'note', { text: 'Status Changed to ODD' }],
    ['created', 'Order made', 'note', { text: 'Order made' }],
  ]
const oldNotices: readonly [type: string, message: string, code: string, details: Record<string, unknown>][] =
  [
    ['other', 'Order #7 was canceled; what was not delivered was refunded', 'order_canceled_in_part', {}],
    [
      'other',
      'Your payment of $1,000.50 could not be credited. Please contact support.',
      'payment_refused',
      { amount: 1_000.5 },
    ],
    ['other', 'Order #7 is lost', 'note', { text: 'Order #7 is lost' }],
  ]

async function tellSome() {
  await old.pool.query(
    `insert into order_events (user_id, order_id, type, message)
     select user_id, id, type, message from unnest($1::text[], $2::text[]) as told (type, message),
       (select user_id, id from orders order by id limit 1) first`,
    [oldEvents.map(([type]) => type), oldEvents.map(([, message]) => message)],
  )
  await old.pool.query(
    `insert into notifications (user_id, type, message)
     select 2, type, message from unnest($1::text[], $2::text[]) as told (type, message)`,
    [oldNotices.map(([type]) => type), oldNotices.map(([, message]) => message)],
  )
}

test('every sentence of why a person should look has become its code, and what is in review has one', async () => {
  const { rows } = await old.pool.query<{ code: string; details: unknown }>(
    `select review_code as code, review_details as details from orders
     where status = 'COMPLETED' and review_code is not null order by id`,
  )
  const ofFixture = { code: 'refill_unknown', details: { error: 'The provider answered HTTP 500' } }
  expect(rows).toEqual([...oldFlags.map(([, code, details]) => ({ code, details })), ofFixture])
  const { rows: others } = await old.pool.query<{ code: string }>(
    `select distinct review_code as code from orders where dispatch = 'review'
     union all select distinct review_code from deposits where status = 'review' order by code`,
  )
  expect(others.map(({ code }) => code)).toEqual(['held_back', 'sending_unknown', 'underpaid'])
})

test('every line of a timeline has become its code, says what it said, and is a note where nobody knows it', async () => {
  const { rows } = await old.pool.query<{ id: bigint; code: string; details: Record<string, unknown> }>(
    'select id, type as code, details from order_events order by id',
  )
  const said = rows.map(({ id, ...row }) => [String(id), sayCarried(orderEvents, english.orderEvents, row)])
  expect(new Map(said as [string, string][])).toEqual(toldBefore.events) // each has a sentence, or this says which has none
  expect(rows.slice(-oldEvents.length).map(({ code, details }) => ({ code, details }))).toEqual(
    oldEvents.map(([, , code, details]) => ({ code, details })),
  )
  const ofFixture = rows.slice(0, -oldEvents.length).filter(({ code }) => code.endsWith('note'))
  expect(ofFixture.map(({ code }) => code)).toEqual(['staff_note'])
})

test('every notification has become its code, says what it said, and leads to what it is about', async () => {
  type Row = { id: bigint; code: string; details: object; order_id: bigint | null; deposit_id: bigint | null }
  const { rows } = await old.pool.query<Row>(
    'select id, code, details, order_id, deposit_id from notifications order by id',
  )
  const said = rows.map(({ id, code, details, order_id: orderId }) => {
    const carried = { ...details, ...(orderId !== null && { order_id: Number(orderId) }) }
    return [String(id), sayCarried(notificationCodes, english.notifications, { code, details: carried })]
  })
  expect(new Map(said as [string, string][])).toEqual(toldBefore.notices) // likewise
  expect(rows.slice(-oldNotices.length).map(({ code, details }) => ({ code, details }))).toEqual(
    oldNotices.map(([, , code, details]) => ({ code, details })),
  )
  const { rows: paid } = await old.pool.query<{ fits: boolean }>(
    `select (told.details ->> 'amount')::numeric * 100000000 = amount as fits
     from notifications told left join transactions on transactions.user_id = told.user_id
       and transactions.id = told.deposit_id and transactions.type = 'deposit'
     where code = 'payment_received'`,
  )
  expect(paid.length).toBeGreaterThan(10)
  expect(paid.filter(({ fits }) => fits !== true)).toEqual([])
})
