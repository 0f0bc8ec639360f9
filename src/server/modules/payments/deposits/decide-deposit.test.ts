import { expect, test } from 'vitest'

import { depositStatuses } from '#contract/payments/payments.ts'
import { usd } from '#test/factories.ts'

import type { Invoice } from '#server/integrations/gateways/gateway.ts'

import { decideDeposit, nextPollAt, reviewOfCompleted } from './decide-deposit.ts'

/** Every answer of a gateway, each with its status. */
const sayings = {
  open: { state: 'open' },
  waiting: { state: 'waiting' },
  part: { state: 'short', canPayRest: true },
  paid: { state: 'paid' },
  over: { state: 'over' },
  closed: { state: 'closed' },
  short: { state: 'short' },
  returning: { state: 'held', refund: 'running' },
  not_returned: { state: 'held', refund: 'failed' },
  held: { state: 'held' },
  reversed: { state: 'reversed' },
  a_new_word: { state: undefined },
} as const satisfies Record<string, Pick<Invoice, 'state' | 'canPayRest' | 'refund'>>
type Word = keyof typeof sayings
const words = Object.keys(sayings) as Word[] // an object's own keys
const said = (status: Word, own: object = {}) => ({
  ...sayings[status],
  status,
  amount: usd('10'),
  currency: 'USD',
  arrived: undefined,
  ...own,
})
const known = {
  status: 'pending' as (typeof depositStatuses)[number],
  amount: usd('10'),
  arrived: null as bigint | null,
  gateway_status: null as string | null,
  credited_amount: null as bigint | null,
  refused_at: null as Date | null,
}
const decide = (status: Word, before: (typeof depositStatuses)[number], own: object = {}) =>
  decideDeposit(said(status, own), { ...known, status: before }).kind

test('credits for paid and overpaid only', () => {
  const crediting = words.filter((word) => decide(word, 'pending') === 'credit')
  expect(crediting).toEqual(['paid', 'over'])
})

test('does nothing to a completed deposit, for any status', () => {
  expect(words.filter((word) => decide(word, 'completed') !== 'wait')).toEqual([])
})

test('a late payment wins over canceled and over review', () => {
  expect([decide('paid', 'canceled'), decide('over', 'review')]).toEqual(['credit', 'credit'])
})

test('leaves an invoice over another amount or currency to staff', () => {
  for (const before of ['pending', 'canceled', 'review'] as const) {
    expect(decide('paid', before, { amount: usd('9.99') })).toBe('review')
    expect(decide('paid', before, { amount: undefined })).toBe('review')
    expect(decide('paid', before, { currency: 'EUR' })).toBe('review')
  }
})

test.each([
  ['15', 'credit', 'more_than_credited'],
  ['10.01', 'credit', 'more_than_credited'],
  ['10.00999999', 'credit', undefined],
  ['10', 'credit', undefined],
  ['9.99000001', 'credit', undefined],
  ['9.99', 'credit', 'less_than_credited'],
  ['9.5', 'credit', 'less_than_credited'],
  ['9.49999999', 'review', 'underpaid'],
  ['0', 'review', 'underpaid'],
  [undefined, 'credit', undefined],
] as const)('of an invoice of $10 that is reported paid $%s arrived: %s, %s', (arrived, kind, code) => {
  const own = arrived === undefined ? {} : { arrived: usd(arrived) }
  for (const word of ['paid', 'over'] as const) {
    const decision = decideDeposit(said(word, own), known)
    const review = 'review' in decision ? decision.review?.code : undefined
    expect([decision.kind, review]).toEqual([kind, code])
  }
})

test('cancels only a pending one, and only for an explicit status', () => {
  expect(words.filter((word) => decide(word, 'pending') === 'cancel')).toEqual(['closed'])
  expect(decide('closed', 'review')).toBe('wait')
})

const refused = { ...known, status: 'canceled' as const, refused_at: new Date(0) }

test('never credits what staff refused, for any status; in review it stays there', () => {
  for (const status of ['canceled', 'review'] as const) {
    const kinds = words.map((word) => decideDeposit(said(word), { ...refused, status }).kind)
    expect(kinds.filter((kind) => kind === 'credit' || kind === 'cancel')).toEqual([])
  }
})

test('returns a refused one to review when it is paid or more arrives, and not when it is refunded', () => {
  const before = { ...refused, gateway_status: 'short', arrived: usd('5') }
  const back = words.filter(
    (word) => decideDeposit(said(word, { arrived: usd('5') }), before).kind === 'review',
  )
  expect(back).toEqual(['paid', 'over', 'not_returned', 'held'])
  const more = (word: Word) => decideDeposit(said(word, { arrived: usd('5.01') }), before).kind
  expect([more('short'), more('part')]).toEqual(['review', 'review'])
})

test('the same status as at the refusal changes nothing, with or without a figure', () => {
  for (const word of words) {
    const before = { ...refused, gateway_status: word }
    expect(decideDeposit(said(word), before).kind).toBe('wait')
    expect(decideDeposit(said(word, { arrived: usd('5') }), before).kind).toBe('wait')
    expect(decideDeposit(said(word, { arrived: usd('5') }), { ...before, arrived: usd('5') }).kind).toBe(
      'wait',
    )
  }
})

test('flags a credited one once per status that reverses the payment, and for more than was credited', () => {
  const credited = { ...known, status: 'completed' as const, gateway_status: 'paid', arrived: usd('10') }
  const flags = words.filter(
    (word) => reviewOfCompleted(said(word, { arrived: usd('10') }), credited) !== undefined,
  )
  expect(flags).toEqual(['short', 'returning', 'not_returned', 'held', 'reversed'])
  const again = { ...credited, gateway_status: 'reversed' }
  expect(reviewOfCompleted(said('reversed', { arrived: usd('10') }), again)).toBeUndefined()
  const byHand = { ...credited, gateway_status: 'short', arrived: usd('5'), credited_amount: usd('5') }
  expect(reviewOfCompleted(said('paid', { arrived: usd('10') }), byHand)).toEqual({
    code: 'more_than_credited',
    details: { arrived: '10.00000000' },
  })
  expect(reviewOfCompleted(said('paid', { arrived: usd('5') }), byHand)).toBeUndefined()
  const more = said('over', { arrived: usd('15') })
  expect(reviewOfCompleted(more, credited)?.code).toBe('more_than_credited')
  expect(reviewOfCompleted(more, { ...credited, arrived: usd('15') })).toBeUndefined()
})

test('a closed deposit is asked about some fifty times and never again; one whose gateway never answers, twice an hour', () => {
  const DAY_MS = 86_400_000
  const timing = { created_at: new Date(0), expires_at: null }
  let [asked, at] = [0, nextPollAt({ ...timing, status: 'canceled', polls: 0 }, new Date(0))]
  while (at !== null && asked < 1_000) {
    asked += 1
    at = nextPollAt({ ...timing, status: 'canceled', polls: asked }, at)
  }
  expect([asked, at]).toEqual([54, null])
  const late = (ms: number) =>
    nextPollAt({ ...timing, status: 'pending', polls: 300 }, new Date(ms))?.getTime()
  expect(late(DAY_MS - 1)).toBe(DAY_MS - 1 + 300_000)
  expect(late(DAY_MS)).toBe(DAY_MS + 1_800_000)
})
