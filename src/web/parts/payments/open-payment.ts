import { createPayment } from '#contract/payments/payments.ts'
import type { Money } from '#contract/base/money.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { openPaymentText } from './texts.en.ts'
import { say } from '#web/platform/i18n/text.ts'
import { getSession } from '#web/platform/session/session.ts'

export type Filled = { amount: Money; payment_method: string }

/**
 * Opens a payment and returns the URL to pay it. Throws ApiError with `fields` if a field is refused, else an error
 * whose message can be shown.
 */
export async function openPayment(
  filled: Filled,
  idempotencyKey: string,
): Promise<{ orderId: string; paymentUrl: string }> {
  try {
    const session = getSession()
    if (session === null) throw new Error(say(openPaymentText, 'signInRequired'))
    const body = { ...filled, userId: session.user.id }
    const { order_id: orderId, payment_url: paymentUrl } = await call(
      createPayment,
      { body },
      { idempotencyKey },
    )
    if (!isWebAddress(paymentUrl)) throw new Error(say(openPaymentText, 'missingUrl'))
    return { orderId, paymentUrl }
  } catch (error) {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) throw error
    throw new Error(say(openPaymentText, 'paymentError', { error: reasonOf(error) }), { cause: error })
  }
}

/** A URL with another scheme (`javascript:`) would be executed. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}

/** Without the ending that the surrounding sentence has: "… Please try again." appears once, in any language. */
function reasonOf(error: unknown): string {
  const isOddAnswer = error instanceof ApiError && error.code === 'invalid_answer'
  const reason = isOddAnswer ? say(openPaymentText, 'missingUrl') : messageOf(error)
  const around = say(openPaymentText, 'paymentError', { error: '' })
  const end = around.slice(around.indexOf('. ') + 2)
  return (reason.endsWith(end) ? reason.slice(0, -end.length) : reason).trim().replace(/\.$/, '')
}
