import type { Found } from '#contract/base/connection-test.ts'

import type { GuardedAnswer } from '#server/lib/http/outbound/guarded-fetch.ts'
import { readBody } from '#server/integrations/panels/read-json.ts'

/** What a call answered, and how long that took. */
export type CallSeen = { answer: GuardedAnswer; seconds: number }

/** Headers count whole seconds, and an answer is some time on its way. */
const CLOCK_SECONDS = 60

/** Whether something that speaks JSON answers, by the first call. */
export function findReach(first: CallSeen | undefined): Found {
  if (first === undefined) return { code: 'not_reached', details: { error: 'no call was made' } }
  const { answer, seconds } = first
  if (answer.kind === 'not_sent' && answer.isRefused)
    return { code: 'address_refused', details: { error: answer.error } }
  if (answer.kind !== 'answered') return { code: 'not_reached', details: { error: answer.error } }
  const { status, location, body } = answer
  if (location !== undefined) return { code: 'redirected', details: { http_status: status, location } }
  if (status >= 500) return { code: 'broken_down', details: { http_status: status } }
  if (readBody(body.toString('utf8')).value === undefined)
    return { code: 'no_panel', details: { http_status: status } }
  return { code: 'reached', details: { milliseconds: Math.round(seconds * 1000) } }
}

/** How far its clock is from ours, by the answer that came soonest. */
export function findClock(seen: readonly CallSeen[], now: Date): Found {
  const told = seen.flatMap(({ answer }) =>
    answer.kind === 'answered' && answer.date !== undefined ? [Date.parse(answer.date)] : [],
  )
  const last = told.at(-1)
  if (last === undefined || Number.isNaN(last)) return { code: 'clock_untold' }
  const seconds = Math.round((last - now.getTime()) / 1000)
  return Math.abs(seconds) <= CLOCK_SECONDS
    ? { code: 'clock_same' }
    : { code: 'clock_off', details: { seconds } }
}

export function slowestOf(seen: readonly CallSeen[]): number {
  return Math.round(Math.max(0, ...seen.map(({ seconds }) => seconds)) * 1000)
}
