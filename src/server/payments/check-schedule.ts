import type { DepositStatus } from '#contract/payments.ts'

const MINUTE_MS = 60_000
const FIRST_MS = 15_000
const OPEN_MAX_MS = 5 * MINUTE_MS
/** Nothing is expected of these any more, yet a late payment wins. */
const CLOSED_MS = 30 * MINUTE_MS
const LATE_MS = 24 * 60 * MINUTE_MS

type Timing = {
  status: DepositStatus
  checks: number
  created_at: Date
  expires_at: Date | null
}

/** Until a day after the invoice's end a payment may still arrive (field notes 3). */
export function endOfWatch({ created_at, expires_at }: Pick<Timing, 'created_at' | 'expires_at'>): Date {
  return new Date((expires_at ?? created_at).getTime() + LATE_MS)
}

/** 15 s backing off to 5 min while it is open, then rarely; null once nothing can change any more. */
export function nextCheckAt(deposit: Timing, now: Date): Date | null {
  if (deposit.status === 'completed') return null
  const isOver = now >= endOfWatch(deposit)
  if (isOver && deposit.status !== 'pending') return null
  const pause =
    deposit.status === 'pending'
      ? Math.min(OPEN_MAX_MS, FIRST_MS * 2 ** Math.min(deposit.checks, 10))
      : CLOSED_MS
  return new Date(now.getTime() + pause)
}
