import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fieldsOf } from '#contract/base/errors.ts'
import { UNITS_PER_USD } from '#contract/base/money.ts'
import {
  buyFor,
  partialRefund,
  priceOf,
  refuseCancel,
  refuseQuantity,
  refuseRefill,
  type ShortEnding,
  toOrderDraft,
  undeliveredOf,
} from './order-rules.ts'
import { fields } from '#contract/words/en/fields.ts'
import { sayFields } from '#contract/words/say.ts'

// Longer than most: the rules of an order, several of which are checked against each other.

describe('the price of an order', () => {
  test('is exact for every rate of 4 decimals: nothing is ever rounded', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 99_999_999n }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (rate, quantity) => {
          const units = rate * 10_000n
          expect(priceOf('Default', units, quantity) * 1000n).toBe(units * BigInt(quantity))
        },
      ),
    )
  })

  test('of a package is its rate', () => {
    expect(priceOf('Package', 750_000_000n, 1)).toBe(750_000_000n)
  })
})

describe('a partial refund', () => {
  test('refunds the undelivered share, rounded down, minus earlier refunds', () => {
    expect(partialRefund({ price: 1_000n, refunded: 0n, quantity: 3, remains: 1 })).toBe(333n)
    expect(partialRefund({ price: 1_000n, refunded: 300n, quantity: 3, remains: 1 })).toBe(33n)
    expect(partialRefund({ price: 1_000n, refunded: 400n, quantity: 3, remains: 1 })).toBe(0n)
  })

  test('never exceeds the price, whatever the provider reports as remaining', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: -10, max: 2_000_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (price, quantity, remains, before) => {
          const refunded = before > price ? price : before
          const refund = partialRefund({ price, refunded, quantity, remains })
          expect(refund >= 0n && refund + refunded <= price).toBe(true)
        },
      ),
    )
  })
})

describe('undelivered quantity of an order that ended early', () => {
  const unknown = { whole: undefined, remains: undefined, charge: undefined, chargeBefore: undefined }
  const doubt = { doubt: { code: expect.any(String), details: expect.any(Object) } }

  test.each<[string, Partial<ShortEnding>, unknown]>([
    ['a part, in our measure', { whole: 1000, remains: 157, charge: 76n }, { remains: 157, whole: 1000 }],
    ['a part of a package, in its own', { whole: 500, remains: 200 }, { remains: 200, whole: 500 }],
    ['all of it', { whole: 1000, remains: 1000 }, { remains: 1000, whole: 1000 }],
    ['nothing, of a package whose pieces nobody knows', { remains: 0 }, { remains: 0, whole: 1 }],
    [
      'nothing, with its whole charge',
      { whole: 9, remains: 0, charge: 90n, chargeBefore: 90n },
      { remains: 0, whole: 9 },
    ],
    ['nothing, and a part of the charge', { whole: 9, remains: 0, charge: 54n, chargeBefore: 90n }, doubt],
    [
      'a part of a package whose pieces nobody knows',
      { remains: 400, charge: 54n, chargeBefore: 90n },
      doubt,
    ],
    ['more than there was', { whole: 1, remains: 400 }, doubt],
    ['it does not say', { whole: 1000, charge: 54n }, doubt],
  ])('partial: %s', (_, told, undelivered) => {
    expect(undeliveredOf({ status: 'PARTIAL', ...unknown, ...told })).toEqual(undelivered)
  })

  test.each<[string, Partial<ShortEnding>, unknown]>([
    ['no figures', {}, 'all'],
    ['no charge', { whole: 1000, remains: 400 }, 'all'],
    ['a charge of 0', { whole: 1000, remains: 400, charge: 0n, chargeBefore: 90n }, 'all'],
    [
      'nothing delivered, the charge left as it was',
      { whole: 1000, remains: 1000, charge: 90n, chargeBefore: 90n },
      'all',
    ],
    ['the charge left as it was and no count', { whole: 1000, charge: 90n, chargeBefore: 90n }, 'all'],
    ['a part charged, no count', { whole: 1000, charge: 54n, chargeBefore: 90n }, doubt],
    [
      'a part charged and counted',
      { whole: 1000, remains: 400, charge: 54n, chargeBefore: 90n },
      { remains: 400, whole: 1000 },
    ],
    [
      'a part charged, rounded',
      { whole: 1000, remains: 404, charge: 54n, chargeBefore: 90n },
      { remains: 404, whole: 1000 },
    ],
    [
      'a part counted, the charge before never told',
      { whole: 1000, remains: 400, charge: 54n },
      { remains: 400, whole: 1000 },
    ],
    [
      'a part counted, the charge left as it was',
      { whole: 1000, remains: 400, charge: 90n, chargeBefore: 90n },
      doubt,
    ],
    [
      'a part counted, another part charged',
      { whole: 1000, remains: 400, charge: 10n, chargeBefore: 90n },
      doubt,
    ],
    ['nothing remains, and a charge', { whole: 1000, remains: 0, charge: 90n, chargeBefore: 90n }, doubt],
    ['more remains than there was, and a charge', { whole: 1, remains: 400, charge: 54n }, doubt],
    [
      'a part of a package whose pieces nobody knows',
      { remains: 400, charge: 54n, chargeBefore: 90n },
      doubt,
    ],
  ])('canceled: %s', (_, told, undelivered) => {
    expect(undeliveredOf({ status: 'CANCELED', ...unknown, ...told })).toEqual(undelivered)
  })

  const count = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined })
  const charge = fc.option(fc.bigInt({ min: 0n, max: 10n ** 10n }), { nil: undefined })
  const ending = fc.record({
    status: fc.constantFrom('PARTIAL' as const, 'CANCELED' as const),
    whole: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
    remains: count,
    charge,
    chargeBefore: charge,
  })
  const priced = { price: 123_456_789n, refunded: 0n }
  const refundOf = (one: ShortEnding) => {
    const undelivered = undeliveredOf(one)
    if (undelivered === 'all') return priced.price
    if ('doubt' in undelivered) return undefined
    return partialRefund({ ...priced, quantity: undelivered.whole, remains: undelivered.remains })
  }

  test('is uncertain or from 0 to the whole price, for any figures', () => {
    const isShare = (one: ShortEnding) => {
      const refund = refundOf(one)
      return refund === undefined || (refund >= 0n && refund <= priced.price)
    }
    expect(() => fc.assert(fc.property(ending, isShare))).not.toThrow()
  })

  test('grows with the remains, all else being equal, and is never rounded up', () => {
    const counts = fc.record({ whole: fc.integer({ min: 1, max: 10_000 }), a: fc.nat(), b: fc.nat() })
    const grows = fc.property(counts, ({ whole, a, b }) => {
      const [less = 0, more = 0] = [a % (whole + 1), b % (whole + 1)].toSorted((one, other) => one - other)
      const told = { ...unknown, status: 'PARTIAL' as const, whole }
      const [low = -1n, high = -1n] = [less, more].map((remains) => refundOf({ ...told, remains }))
      return low >= 0n && low <= high && high * BigInt(whole) <= priced.price * BigInt(more)
    })
    expect(() => fc.assert(grows)).not.toThrow()
  })

  test('of a canceled order is less than all of it only if something was charged', () => {
    const isAll = (one: ShortEnding) =>
      (one.charge ?? 0n) > 0n || undeliveredOf({ ...one, status: 'CANCELED' }) === 'all'
    expect(() => fc.assert(fc.property(ending, isAll))).not.toThrow()
  })
})

describe('a draft', () => {
  const service = { type: 'Default', platform: 'Instagram', min: 100, max: 10_000 } as const

  function said(run: () => unknown): unknown {
    try {
      run()
      return undefined
    } catch (error) {
      return sayFields(fields, fieldsOf(error))
    }
  }

  test('lists every invalid field in the sentences of the spec', () => {
    expect(said(() => toOrderDraft(service, { quantity: 5 }))).toEqual({
      link: 'Please enter a link',
      quantity: 'Quantity must be between 100 and 10000',
    })
  })

  test('needs a link that fits the service: trimmed, or else the sentence of the spec', () => {
    const linkOf = (link: string) => toOrderDraft(service, { link, quantity: 100 }).link
    expect(linkOf(' \tHTTPS://instagram.com/a \n')).toBe('HTTPS://instagram.com/a')
    expect(linkOf('@someone')).toBe('@someone')
    for (const link of ['javascript:alert(1)', 't.me/+abc', 'a b', 'a\u0000b'])
      expect(said(() => linkOf(link))).toEqual({ link: 'Please enter a link' })
    expect(said(() => linkOf(`https://a.de/${'x'.repeat(2_000)}`))).toEqual({
      link: 'Please use up to 2000 characters',
    })
  })

  test('counts the lines of a list and requires the fields of its type', () => {
    const comments = { ...service, type: 'Custom Comments', min: 1, max: 10 } as const
    expect(toOrderDraft(comments, { link: 'x', comments: ' a \r\n\nb' })).toEqual({
      link: 'x',
      quantity: 2,
      details: { comments: 'a\nb' },
    })
    expect(said(() => toOrderDraft(comments, { link: 'x' }))).toEqual({
      comments: 'Please fill in: Comments, one per line',
    })
    const commas = toOrderDraft(comments, { link: 'x', comments: 'nice, really\nwow' })
    expect([commas.quantity, commas.details.comments]).toEqual([2, 'nice, really\nwow'])
    const poll = { ...service, type: 'Poll', min: 1, max: 10 } as const
    expect(said(() => toOrderDraft(poll, { link: 'x', quantity: 2, answer_number: 'two' }))).toEqual({
      answer_number: 'Please enter a number',
    })
    expect(toOrderDraft(poll, { link: 'x', quantity: 2, answer_number: 2 }).details).toEqual({
      answer_number: '2',
    })
  })

  test.each([
    ['Mentions', 'usernames', 100],
    ['Mentions with Hashtags', 'hashtags', 100],
    ['Mentions Custom List', 'usernames', 3],
    ['SEO', 'keywords', 100],
  ] as const)('of %s, %s are separated by commas or lines, and sent as lines', (type, name, quantity) => {
    for (const typed of ['a b,c,d', ' a b , c\r\nd,', 'a b\n\nc\nd\n', ',,a b,\rc\n,d'])
      expect(
        toOrderDraft(
          { ...service, type, min: 1 },
          { link: 'x', quantity: 100, usernames: 'u', [name]: typed },
        ),
      ).toMatchObject({ quantity, details: { [name]: 'a b\nc\nd' } })
  })

  test.each([
    ['Mentions User Followers', 'username', 'Link of the account whose followers are mentioned'],
    ['Mentions Media Likers', 'media', 'Link of the post whose likers are mentioned'],
    ['Comment Likes', 'username', "Username of the comment's owner"],
  ] as const)('%s labels %s by its meaning there: %s', (type, name, label) => {
    expect(said(() => toOrderDraft({ ...service, type }, { link: 'x', quantity: 100 }))).toEqual({
      [name]: `Please fill in: ${label}`,
    })
  })

  test('a quantity is a whole number of at least one, even if the minimum is 0', () => {
    expect(refuseQuantity({ min: 0, max: 5 }, 0)).toEqual({ code: 'quantity_range', min: 1, max: 5 })
    expect(refuseQuantity({ min: 0, max: 5 }, 1.5)).toBeDefined()
    expect(refuseQuantity({ min: 0, max: 5 }, 5)).toBeUndefined()
  })
})

test('a refill needs a delivered order of a service with refills, and a refusal says why', () => {
  const state = {
    status: 'COMPLETED',
    dispatch: 'accepted',
    refill: true,
    cancel: true,
    cancelAsked: false,
    hasOpenRefill: false,
  } as const
  expect(refuseRefill(state)).toBeUndefined()
  expect(refuseRefill({ ...state, status: 'PARTIAL' })).toBeUndefined()
  expect(refuseRefill({ ...state, refill: false })).toBe('not_offered')
  expect(refuseRefill({ ...state, hasOpenRefill: true })).toBe('under_way')
  expect(refuseRefill({ ...state, status: 'REFILL' })).toBe('under_way')
  expect(refuseRefill({ ...state, dispatch: 'rejected' })).toBe('by_hand')
  for (const status of ['PENDING', 'PROCESSING'] as const)
    expect(refuseRefill({ ...state, status })).toBe('not_delivered')
  for (const status of ['CANCELED', 'REFUNDED', 'FAILED'] as const)
    expect(refuseRefill({ ...state, status })).toBe('ended')
})

test('a cancel needs a PENDING order, not yet sent or of a service with cancels, and a refusal says why', () => {
  const state = {
    status: 'PENDING',
    dispatch: 'queued',
    refill: false,
    cancel: false,
    cancelAsked: false,
  } as const
  expect(refuseCancel(state)).toBeUndefined()
  expect(refuseCancel({ ...state, dispatch: 'accepted' })).toBe('not_offered')
  expect(refuseCancel({ ...state, dispatch: 'accepted', cancel: true })).toBeUndefined()
  expect(refuseCancel({ ...state, dispatch: 'accepted', cancel: true, cancelAsked: true })).toBe('asked')
  for (const dispatch of ['sending', 'unknown', 'review'] as const)
    expect(refuseCancel({ ...state, dispatch, cancel: true })).toBe('being_sent')
  expect(refuseCancel({ ...state, status: 'PROCESSING' })).toBe('begun')
  expect(refuseCancel({ ...state, status: 'COMPLETED' })).toBe('ended')
})

describe('quantity for a budget', () => {
  /** Real rates, in steps of 0.0001 USD, and rates of single units, which only test the arithmetic. */
  const rates = fc.oneof(
    fc.bigInt({ min: 1n, max: 10_000_000n }).map((steps) => steps * 10_000n),
    fc.bigInt({ min: 1n, max: 100_000_000_000n }),
  )
  const bounds = fc
    .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 2_000_000_000 }))
    .map(([min, more]) => ({ min, max: Math.min(2_147_483_647, Math.max(1, min) + more) }))
  const services = fc.record({ rate: rates, bounds }).map(({ rate, bounds: { min, max } }) => ({
    type: 'Default' as const,
    rate,
    min,
    max,
  }))
  const sums = fc.bigInt({ min: 0n, max: 10_000_000n * UNITS_PER_USD })

  test('a budget buys the largest quantity that it covers and the service allows', () => {
    const held = fc.check(
      fc.property(services, sums, (service, sum) => {
        const { type, rate, min, max } = service
        const { quantity, isMost } = { isMost: false, ...buyFor(sum, service) }
        // Not even the minimum is covered.
        if (quantity === undefined) return priceOf(type, rate, Math.max(1, min)) > sum
        const isWithin = Number.isSafeInteger(quantity) && quantity >= Math.max(1, min) && quantity <= max
        const isAffordable = priceOf(type, rate, quantity) <= sum
        const isAllOfIt = isMost ? quantity === max : priceOf(type, rate, quantity + 1) > sum
        return isWithin && isAffordable && isAllOfIt
      }),
      { numRuns: 2_000 },
    )
    expect(held.counterexample).toBeNull()
  })

  test('a budget below the minimum buys nothing, and the price of the minimum is exact', () => {
    fc.assert(
      fc.property(services, (service) => {
        const quantity = Math.max(1, service.min)
        const price = priceOf(service.type, service.rate, quantity)
        fc.pre(price > 0n)
        expect(buyFor(price - 1n, service)).toEqual({ least: { quantity, price } })
        expect(buyFor(price, service).quantity).toBeGreaterThanOrEqual(quantity)
      }),
    )
  })

  test('a price buys its own quantity back', () => {
    fc.assert(
      fc.property(services, fc.nat({ max: 1_000_000 }), (service, more) => {
        const quantity = Math.min(service.max, Math.max(1, service.min) + more)
        // Below a rate of 1000 units several quantities have one price.
        fc.pre(service.rate >= 1000n)
        expect(buyFor(priceOf(service.type, service.rate, quantity), service).quantity).toBe(quantity)
      }),
    )
  })

  test('$5 at $2.0746 per 1,000 buys 2,410, and a free service is bought up to its maximum', () => {
    const service = { type: 'Default' as const, rate: 207_460_000n, min: 100, max: 10_000 }
    expect(buyFor(5n * UNITS_PER_USD, service)).toEqual({ quantity: 2_410, isMost: false })
    expect(buyFor(50n * UNITS_PER_USD, service)).toEqual({ quantity: 10_000, isMost: true })
    expect(buyFor(20_745_999n, service)).toEqual({ least: { quantity: 100, price: 20_746_000n } })
    expect(buyFor(0n, { ...service, rate: 0n })).toEqual({ quantity: 10_000, isMost: true })
  })
})
