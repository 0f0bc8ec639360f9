import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { say } from '#web/platform/i18n/text.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { getSession } from '#web/platform/session/session.ts'
import { refreshUser } from '#web/parts/wallet/use-live-balance.ts'

type Answer = AnswerOf<typeof getPaymentStatus>

export type PaymentState = {
  /** Undefined until the first answer; after a failed check, the last known answer. */
  answer: Answer | undefined
  /** The server has no such payment. */
  isMissing: boolean
  /** Why the last check failed: the payment then counts as pending (spec §8). */
  failure: string | undefined
  checks: number
  lastCheckedAt: Date | undefined
}

const unchecked: PaymentState = {
  answer: undefined,
  isMissing: false,
  failure: undefined,
  checks: 0,
  lastCheckedAt: undefined,
}

/**
 * Whether a payment has gone through: checked when the page opens, when the stream connects, by the button, and on
 * events of the balance or this payment, so that the page turns to success automatically. Only the server's "paid" is
 * success.
 */
export function usePaymentStatus(orderId: string) {
  const [state, setState] = useState(unchecked)
  const [isChecking, setIsChecking] = useState(false)
  const isUnderWay = useRef(false)
  const isAskedAgain = useRef(false)
  const isPaid = state.answer?.status === 'paid'
  const balanceSeen = useRef(getSession()?.user.balance)

  /** An event during a check causes another one: the running check may be older than the event. */
  async function check(): Promise<void> {
    isAskedAgain.current = isUnderWay.current
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsChecking(true)
    const { answer, failure, isMissing = false } = await ask(orderId)
    if (answer?.status === 'paid') void refreshUser()
    setState((old) => ({
      answer: answer ?? old.answer,
      failure,
      isMissing,
      checks: old.checks + 1,
      lastCheckedAt: new Date(),
    }))
    setIsChecking(false)
    isUnderWay.current = false
    if (isAskedAgain.current && answer?.status !== 'paid') await check()
  }

  function follow(): void {
    if (!isPaid) void check()
  }

  const open = useEffectEvent(() => void check())
  useEffect(() => open(), [orderId])
  useLiveEvent('balance', ({ balance }) => {
    // Each connection starts with the balance: only a different one is a change.
    if (balance !== balanceSeen.current) follow()
    balanceSeen.current = balance
  })
  useLiveEvent('notification', follow)
  useLiveGaps(follow)

  return { ...state, isChecking, check }
}

type Asked = { answer?: Answer; isMissing?: boolean; failure: string | undefined }

async function ask(orderId: string): Promise<Asked> {
  // Opened manually, or by a gateway without an order ID.
  if (orderId === '') return { isMissing: true, failure: undefined }
  try {
    const answer = await call(getPaymentStatus, { params: { order_id: orderId } })
    return { answer, failure: undefined }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'deposit_not_found'
    return { isMissing, failure: serverMessageOf(error) ?? say(paymentsText, 'checkFailed') }
  }
}

/** The server's own message, if it sent one. */
function serverMessageOf(error: unknown): string | undefined {
  const isServers = error instanceof ApiError && error.status >= 400 && error.code !== 'server_error'
  return isServers && error.message !== '' ? error.message : undefined
}
