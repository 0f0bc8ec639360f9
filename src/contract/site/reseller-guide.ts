import { rulesOf, type ServiceType } from '#contract/catalogue/service-types.ts'

import type { ResellerAction } from '#contract/reseller/reseller-call.ts'
import { resellerTexts, toResellerCode } from '#contract/reseller/reseller-errors.ts'
import {
  TEST_ORDER_DAYS,
  TEST_ORDERS_MAX,
  type TestOutcome,
  testOutcomes,
  testSeconds,
} from '#contract/reseller/test-orders.ts'

/** A call as the guide shows it, and its response. A test makes each call and compares the responses. */
export type ExampleCall = {
  members: Readonly<Record<string, string>>
  /** Sent as a header. */
  idempotencyKey?: string
  /** JSON, indented as it is shown. */
  answer: string
}

export type GuideMember = {
  name: Exclude<MemberName, 'own_link'>
  /** Where its meaning differs from the usual one. */
  says?: MemberName
  type: 'integer' | 'text' | 'ids' | 'key' | 'time'
  isRequired: boolean
}

export type MemberName =
  | 'service'
  | 'link'
  | 'quantity'
  | 'idempotency_key'
  | 'order'
  | 'orders'
  | 'refill'
  | 'refills'
  | 'since'
  | 'limit'
  | 'own_link'

export type GuideAction = {
  members: readonly GuideMember[]
  /** The first is shown in every language; the others are variants of the call. */
  calls: readonly [ExampleCall, ...ExampleCall[]]
}

/** The ids in the examples: a service, two orders and a refill. */
export const exampleIds = { service: '12345', order: '23501', other: '23502', refill: '7001' } as const

const { service, order, other, refill } = exampleIds
const ids = { type: 'ids', isRequired: false } as const
const oneOrder: GuideMember = { name: 'order', type: 'integer', isRequired: false }
const manyOrders: GuideMember = { name: 'orders', ...ids }
const status = `{
    "charge": "0.27819",
    "start_count": "3572",
    "status": "Partial",
    "remains": "157",
    "currency": "USD"
  }`
const noOrder = `{ "error": "${resellerTexts.order}" }`

/** The content of /api-docs about each action of /api/v2, apart from the sentences (`words/reseller-guide.ts`). */
export const resellerGuide: Readonly<Record<ResellerAction, GuideAction>> = {
  services: {
    members: [],
    calls: [
      {
        members: {},
        answer: `[
  {
    "service": ${service},
    "name": "Instagram Followers",
    "type": "Default",
    "category": "Instagram",
    "rate": "0.90",
    "min": "50",
    "max": "10000",
    "refill": true,
    "cancel": true,
    "dripfeed": false
  }
]`,
      },
    ],
  },
  add: {
    members: [
      { name: 'service', type: 'integer', isRequired: true },
      { name: 'link', type: 'text', isRequired: false },
      { name: 'quantity', type: 'integer', isRequired: false },
      { name: 'idempotency_key', type: 'key', isRequired: false },
    ],
    calls: [
      {
        members: { service, link: 'https://example.com/yourname', quantity: '1000' },
        idempotencyKey: 'my-order-1',
        answer: `{ "order": ${order} }`,
      },
    ],
  },
  status: {
    members: [oneOrder, manyOrders],
    calls: [
      { members: { order }, answer: status.replaceAll('\n  ', '\n') },
      {
        members: { orders: `${order},1` },
        answer: `{
  "${order}": ${status},
  "1": ${noOrder}
}`,
      },
    ],
  },
  refill: {
    members: [oneOrder, manyOrders],
    calls: [
      { members: { order }, answer: `{ "refill": ${refill} }` },
      {
        members: { orders: `${order},1` },
        answer: `[
  { "order": ${order}, "refill": ${refill} },
  { "order": 1, "refill": ${noOrder} }
]`,
      },
    ],
  },
  refill_status: {
    members: [
      { name: 'refill', type: 'integer', isRequired: false },
      { name: 'refills', ...ids },
    ],
    calls: [
      { members: { refill }, answer: '{ "status": "In progress" }' },
      {
        members: { refills: `${refill},9000001` },
        answer: `[
  { "refill": ${refill}, "status": "In progress" },
  { "refill": 9000001, "status": { "error": "${resellerTexts.refill}" } }
]`,
      },
    ],
  },
  cancel: {
    members: [{ ...manyOrders, isRequired: true }],
    calls: [
      {
        members: { orders: `${other},1` },
        answer: `[
  { "order": ${other}, "cancel": 1 },
  { "order": 1, "cancel": ${noOrder} }
]`,
      },
    ],
  },
  balance: {
    members: [],
    calls: [{ members: {}, answer: '{ "balance": "100.84292", "currency": "USD" }' }],
  },
  orders: {
    members: [
      { name: 'since', type: 'time', isRequired: false },
      { name: 'link', says: 'own_link', type: 'text', isRequired: false },
      { name: 'limit', type: 'integer', isRequired: false },
    ],
    calls: [
      {
        members: { since: '1764201600', limit: '1' },
        answer: `[
  {
    "order": ${order},
    "service": ${service},
    "link": "https://example.com/yourname",
    "quantity": "1000",
    "charge": "0.27819",
    "start_count": "3572",
    "status": "Partial",
    "remains": "157",
    "currency": "USD",
    "created": 1764201661
  }
]`,
      },
    ],
  },
}

/** In the order in which a client needs them. */
export const guidedActions = Object.keys(resellerGuide) as ResellerAction[] // keys of a closed table

export type RefusalName = keyof typeof resellerTexts | 'min' | 'max'
const texts: Record<RefusalName, string> = {
  ...resellerTexts,
  min: 'Quantity less than minimal N',
  max: 'Quantity more than maximum N',
}

/** Every refusal's text, and its code for a new order with a key that has `errors: code`. */
export const resellerRefusals = (Object.keys(texts) as RefusalName[]).map((name) => {
  const text = texts[name]
  const code = toResellerCode(text)
  return { name, text, code: code === text ? undefined : code }
})

/** Features that other panels don't have. */
export const resellerAdditions = [
  'orders',
  'idempotency',
  'test',
  'bearer',
  'rates',
  'codes',
  'trouble',
] as const
export type AdditionName = (typeof resellerAdditions)[number]

/** Changes that affect clients, newest first; `date` is the day in UTC. */
export const resellerChanges = [
  { date: '2026-11-27', changes: ['orders', 'limits', 'test'] },
  { date: '2026-11-24', changes: ['first', 'keys', 'codes'] },
] as const
export type ChangeName = (typeof resellerChanges)[number]['changes'][number]

/** The fields of an `add` for a service of this type, besides service and idempotency key. */
export function membersOf(type: ServiceType): string[] {
  const { link, quantity, extra } = rulesOf(type)
  return [
    ...(link ? ['link'] : []),
    ...(quantity === 'asked' ? ['quantity'] : []),
    ...extra.map(({ name }) => name),
  ]
}

/** Fills in how many orders of a test key are stored, and for how long. */
export function sayTestKey(text: string): string {
  return text.replace('{max}', String(TEST_ORDERS_MAX)).replace('{days}', String(TEST_ORDER_DAYS))
}

/** The outcome of a test key's order, by the last digit of its quantity; `words` has a sentence for each. */
export function listTestOutcomes(
  words: Readonly<Record<TestOutcome, string>>,
): { digit: string; says: string }[] {
  return testOutcomes.map((outcome, digit) => ({
    digit: String(digit),
    says: words[outcome].replace(/\{(ends|slowEnds|refunds)\}/g, (_, name: keyof typeof testSeconds) =>
      String(testSeconds[name]),
    ),
  }))
}
