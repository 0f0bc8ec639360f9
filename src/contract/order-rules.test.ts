import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { AppError } from './errors.ts'
import { canCancel, canRefill, partialRefund, priceOf, quantityError, toOrderDraft } from './order-rules.ts'

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
  test('gives back the undelivered share, rounded down, less what was given back', () => {
    expect(partialRefund({ price: 1_000n, refunded: 0n, quantity: 3, remains: 1 })).toBe(333n)
    expect(partialRefund({ price: 1_000n, refunded: 300n, quantity: 3, remains: 1 })).toBe(33n)
    expect(partialRefund({ price: 1_000n, refunded: 400n, quantity: 3, remains: 1 })).toBe(0n)
  })

  test('never exceeds the price, whatever the provider says remains', () => {
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

describe('a draft', () => {
  const service = { type: 'Default', min: 100, max: 10_000 } as const

  function fieldsOf(run: () => unknown): unknown {
    try {
      run()
      return undefined
    } catch (error) {
      return error instanceof AppError ? error.details.fields : error
    }
  }

  test('says every field that is wrong in the sentences of the spec', () => {
    expect(fieldsOf(() => toOrderDraft(service, { quantity: 5 }))).toEqual({
      link: 'Please enter a link',
      quantity: 'Quantity must be between 100 and 10000',
    })
  })

  test('counts the lines of a list and asks for what its type needs', () => {
    const comments = { type: 'Custom Comments', min: 1, max: 10 } as const
    expect(toOrderDraft(comments, { link: 'x', comments: ' a \r\n\nb' })).toEqual({
      link: 'x',
      quantity: 2,
      details: { comments: 'a\nb' },
    })
    expect(fieldsOf(() => toOrderDraft(comments, { link: 'x' }))).toEqual({
      comments: 'Please fill in: Comments, one per line',
    })
    const poll = { type: 'Poll', min: 1, max: 10 } as const
    expect(fieldsOf(() => toOrderDraft(poll, { link: 'x', quantity: 2, answer_number: 'two' }))).toEqual({
      answer_number: 'Please enter a number',
    })
    expect(toOrderDraft(poll, { link: 'x', quantity: 2, answer_number: 2 }).details).toEqual({
      answer_number: '2',
    })
  })

  test('a quantity is a whole number of at least one, also where the minimum is 0', () => {
    expect(quantityError({ min: 0, max: 5 }, 0)).toBe('Quantity must be between 1 and 5')
    expect(quantityError({ min: 0, max: 5 }, 1.5)).toBeDefined()
    expect(quantityError({ min: 0, max: 5 }, 5)).toBeUndefined()
  })
})

test('a refill is for what was delivered, of a service that promises it', () => {
  const standing = {
    status: 'COMPLETED',
    dispatch: 'accepted',
    refill: true,
    cancel: true,
    cancelAsked: false,
  } as const
  expect(canRefill(standing)).toBe(true)
  expect(canRefill({ ...standing, refill: false })).toBe(false)
  for (const status of ['PENDING', 'PROCESSING', 'REFILL', 'CANCELED', 'REFUNDED', 'FAILED'] as const)
    expect(canRefill({ ...standing, status })).toBe(false)
})

test('a cancel is for PENDING only: before the sending, or after it where the service allows it', () => {
  const standing = {
    status: 'PENDING',
    dispatch: 'queued',
    refill: false,
    cancel: false,
    cancelAsked: false,
  } as const
  expect(canCancel(standing)).toBe(true)
  expect(canCancel({ ...standing, dispatch: 'accepted' })).toBe(false)
  expect(canCancel({ ...standing, dispatch: 'accepted', cancel: true })).toBe(true)
  expect(canCancel({ ...standing, dispatch: 'accepted', cancel: true, cancelAsked: true })).toBe(false)
  for (const dispatch of ['sending', 'unknown', 'review'] as const)
    expect(canCancel({ ...standing, dispatch, cancel: true })).toBe(false)
  expect(canCancel({ ...standing, status: 'PROCESSING' })).toBe(false)
})
