import { expect, test } from 'vitest'
import { languages } from '#contract/base/languages.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { type ActDraft, sayActEffect } from './say-act-effect.ts'

const usd = (text: string) => parseMoney(text) ?? ZERO
const blank: ActDraft = {
  part: 'all',
  amount: '',
  remains: '',
  supply: '3',
  there: '',
  link: 'https://example.com/a',
  startCount: '12',
  isTaught: false,
}
const when = new Date(0)

function orderOf(own: Partial<AdminOrder> = {}): AdminOrder {
  return {
    id: 1,
    service_id: 2,
    service_name: 'Likes',
    service_type: 'Default',
    link: 'https://example.com',
    quantity: 500,
    price: usd('2'),
    refunded: ZERO,
    status: 'PENDING',
    start_count: null,
    remains: null,
    refill: false,
    can_refill: false,
    can_cancel: false,
    api_key: null,
    created_at: when,
    updated_at: when,
    events: [],
    user_id: 1,
    user_email: 'a@example.com',
    dispatch: { state: 'queued', attempt: 0, attempts: [] },
    supplies: [{ id: 3, provider: 'Other', service: '9', cost: usd('1.5'), fits: true }],
    review_code: null,
    review_details: null,
    flag: null,
    ...own,
  }
}

test("another provider's cost is shown per 1000, and in total for a package", () => {
  const say = (own: Partial<AdminOrder>) =>
    sayActEffect('en', { order: orderOf(own), act: 'provider', draft: blank })
  expect(say({})).toContain('about $0.75.')
  expect(say({ service_type: 'Package', quantity: 1 })).toContain('about $1.50.')
})

test('for an order that the previous provider may have taken, the possible cost of sending it elsewhere is shown', () => {
  for (const language of languages) {
    const say = (state: AdminOrder['dispatch']['state']) =>
      sayActEffect(language, {
        order: orderOf({ dispatch: { state, attempt: 0, attempts: [] } }),
        act: 'provider',
        draft: blank,
      })
    expect(say('review')).not.toBe(say('queued'))
    expect(say('unknown')).toBe(say('review'))
    expect(say('rejected')).toBe(say('queued'))
  }
  const order = orderOf({ dispatch: { state: 'unknown', attempt: 0, attempts: [] } })
  expect(sayActEffect('en', { order, act: 'provider', draft: blank })).toContain(
    "it will deliver and charge too. Only continue if you know that it didn't.",
  )
})

test("staff are warned that a panel ordering by API doesn't see the refund of a completed order", () => {
  const say = (own: Partial<AdminOrder>) =>
    sayActEffect('en', { order: orderOf({ status: 'COMPLETED', ...own }), act: 'refund', draft: blank })
  const note = 'tell them about this refund'
  expect(say({ api_key: { id: crypto.randomUUID(), name: 'Bot' } })).toContain(note)
  expect(say({ api_key: { id: crypto.randomUUID(), name: 'Bot' }, status: 'PROCESSING' })).not.toContain(note)
  expect(say({})).not.toContain(note)
})

test('no amount is mentioned before there is one that can be refunded', () => {
  const order = orderOf({ dispatch: { state: 'accepted', attempt: 0, attempts: [] } })
  const partial = (remains: string) =>
    sayActEffect('en', { order, act: 'partial', draft: { ...blank, remains } })
  const refund = (draft: Partial<ActDraft>) =>
    sayActEffect('en', { order, act: 'refund', draft: { ...blank, ...draft } })
  expect([partial(''), partial('x'), partial('501')]).toEqual([undefined, undefined, undefined])
  expect(partial('250')).toContain('$1.00 is refunded to a@example.com')
  expect([
    refund({ part: 'amount' }),
    refund({ part: 'amount', amount: '2.01' }),
    refund({ part: 'share' }),
  ]).toEqual([undefined, undefined, undefined])
  expect(refund({ part: 'amount', amount: '0.5' })).toContain('$0.50 is refunded')
  expect(refund({ part: 'share', remains: '125' })).toContain('$0.50 is refunded')
  expect(refund({})).toContain('$2.00 is refunded')
})
