import { describe, expect, test } from 'vitest'

import { sayCarried } from '#contract/base/codes.ts'
import { depositReviewCodes, depositReviews } from '#contract/payments/deposit-review.ts'
import {
  lastingReviewCodes,
  notedReviewCodes,
  type OrderReview,
  orderReviewCodes,
  orderReviews,
} from './order-review.ts'
import { fromStoredDetails, toStoredDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import { faults as en } from '#contract/words/en/faults.ts'
import { orderReviewsIn } from '#contract/words/reviews.ts'
import { faults as ru } from '#contract/words/ru/faults.ts'
import { faults as vi } from '#contract/words/vi/faults.ts'

const faults = { en, vi, ru }

const reviews: readonly [OrderReview, string][] = [
  [{ code: 'no_provider', details: {} }, 'No provider for this service'],
  [
    { code: 'not_sent', details: { fault: { code: 'no_answer', details: {} } } },
    'Not sent: no response in time',
  ],
  [
    { code: 'id_of_other_order', details: { provider_order: '7', held_by: 12 } },
    'The provider returned its order 7, which belongs to order 12',
  ],
  [
    { code: 'canceled_charge_unfit', details: { remains: 400, whole: 1000 } },
    "The provider reports canceled with 400 of 1000 remaining and a charge that doesn't match",
  ],
]

describe('review reasons for staff', () => {
  test.each(reviews)(
    'the sentence of $code is generated from stored details',
    ({ code, details }, sentence) => {
      const kept: unknown = JSON.parse(toStoredDetails(details))
      const carried = { code, details: fromStoredDetails(kept) }
      expect(sayCarried(orderReviews, english.orderReviews, carried)).toBe(sentence)
    },
  )

  test.each(['vi', 'ru'] as const)('in %s say why a call failed in that language', (language) => {
    const [here, inEnglish] = [faults[language].no_answer, faults.en.no_answer]
    const details = { fault: { code: 'no_answer', details: {} } }
    const sentences = orderReviewCodes.flatMap(
      (code) => sayCarried(orderReviews, orderReviewsIn[language], { code, details }) ?? [],
    )
    const withReason = sentences.filter((sentence) => sentence.includes(String(here)))
    expect(withReason).toHaveLength(7)
    expect(sentences.join(' ')).not.toContain(String(inEnglish))
  })

  test('quote what a provider said, without words of ours around it', () => {
    const details = { fault: { code: 'said', details: { error: 'Not enough funds' } } }
    const said = { code: 'refused', details }
    expect(sayCarried(orderReviews, english.orderReviews, said)).toBe(
      'Rejected by the provider: Not enough funds',
    )
    expect(sayCarried(orderReviews, orderReviewsIn.ru, said)).toBe(
      'Поставщик отклонил запрос: Not enough funds',
    )
  })

  test('details of another shape make no sentence', () => {
    const notSent = { code: 'not_sent', details: {} }
    expect(sayCarried(orderReviews, english.orderReviews, notSent)).toBeUndefined()
    const note = { code: 'note', details: { text: 1 } }
    expect(sayCarried(depositReviews, english.depositReviews, note)).toBeUndefined()
    expect(fromStoredDetails(['of', 'another', 'kind'])).toEqual({})
  })

  test('notes never require staff, lasting reviews always do', () => {
    expect(notedReviewCodes.filter((code) => lastingReviewCodes.includes(code))).toEqual([])
    expect(notedReviewCodes).not.toContain('sending_unknown')
    expect(new Set(orderReviewCodes).size).toBe(orderReviewCodes.length)
    expect(depositReviewCodes).toContain('note')
  })

  test('text from another system is cut, and contains nothing that PostgreSQL refuses in JSON', () => {
    const kept = toStoredDetails({ error: `\0${'x'.repeat(498)}😀 and more`, number: 3 })
    expect(JSON.parse(kept)).toEqual({ error: `${'x'.repeat(498)}\uFFFD`, number: 3 })
  })
})
