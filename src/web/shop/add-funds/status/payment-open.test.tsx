import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { money } from '#contract/base/money.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { PaymentOpen } from './payment-open.tsx'
import type { PaymentState } from './use-payment-status.ts'

const orderId = 'abc-1'
const processing = 'Your payment is being processed. This may take a few minutes.'
const notReceived = "We haven't received your payment yet"
const payAt = 'https://pay.example/1'

type Stage = NonNullable<PaymentState['answer']>['stage']

function answerOf(stage: Stage, url: string | null = null): PaymentState['answer'] {
  const status = stage === 'canceled' ? stage : 'pending'
  return {
    status,
    message: '',
    stage,
    payment_method: 'cryptomus',
    amount: money(1n),
    fee: money(0n),
    bonus: money(0n),
    reversed: money(0n),
    payment_url: url,
    expires_at: null,
  }
}

let takeAway = () => {}
afterEach(() => takeAway())

async function show(of: string, state: Partial<PaymentState>): Promise<void> {
  const lastCheckedAt = new Date('2026-11-22T10:00:00.000Z')
  const known = {
    answer: undefined,
    failure: undefined,
    isMissing: false,
    checks: 3,
    lastCheckedAt,
    ...state,
  }
  takeAway = await showPart(
    <PaymentOpen orderId={of} status={{ ...known, isChecking: false, check: async () => {} }} />,
  )
}

test.each<
  [string, string, Partial<PaymentState>, { says: (string | RegExp)[]; isProcessed: boolean; href?: string }]
>([
  ['none is named', '', { isMissing: true }, { says: [notReceived], isProcessed: false }],
  [
    'none exists',
    orderId,
    { isMissing: true, failure: 'Payment not found' },
    { says: [notReceived], isProcessed: false },
  ],
  [
    'none has arrived',
    orderId,
    { answer: answerOf('unpaid', payAt) },
    { says: [notReceived], isProcessed: false, href: payAt },
  ],
  ['it is on its way', orderId, { answer: answerOf('waiting') }, { says: [], isProcessed: true }],
  [
    'a part has arrived',
    orderId,
    { answer: answerOf('waiting', payAt) },
    { says: [/^We've received part of your payment/], isProcessed: true, href: payAt },
  ],
  [
    'it is in review',
    orderId,
    { answer: answerOf('review') },
    { says: [/^Our support team is reviewing your payment/], isProcessed: true },
  ],
  [
    'it could not be asked about',
    orderId,
    { failure: 'Failed to check payment status' },
    { says: [], isProcessed: true },
  ],
])(
  'a payment is pending where %s, and what is said of it is so',
  async (_where, of, state, { says, isProcessed, href }) => {
    await show(of, state)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Payment Pending' })).toBeVisible()
    await expect.poll(() => page.getByText(processing).elements().length).toBe(isProcessed ? 1 : 0)
    await expect.poll(() => page.getByText(notReceived).elements().length).toBe(isProcessed ? 0 : 1)
    for (const sentence of says) await expect.element(page.getByText(sentence)).toBeVisible()
    const onward = page.getByRole('link', { name: 'Continue Payment' })
    expect(onward.elements().map((link) => link.getAttribute('href'))).toEqual(
      href === undefined ? [] : [href],
    )
    await expect.element(page.getByRole('button', { name: 'Check Payment Status' })).toBeVisible()
    await expect.element(page.getByRole('definition').filter({ hasText: /10:00/ })).toBeVisible()
    await expect.element(page.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible()
    for (const name of ['Return to Add Funds', 'Go to Dashboard'])
      await expect.element(page.getByRole('link', { name })).toBeVisible()
  },
)
