import type { Found } from '#contract/base/connection-test.ts'
import { readBody } from '#server/integrations/panels/read-json.ts'
import type { GuardedAnswer } from '#server/lib/http/outbound/guarded-fetch.ts'

/** A call's answer and duration. */
export type ObservedCall = { answer: GuardedAnswer; seconds: number }

/** The Date header has whole seconds, and answers take time. */
const CLOCK_SECONDS = 60

/** From the first call: whether the server answers with JSON. */
export function findReach(first: ObservedCall | undefined): Found {
  if (first === undefined)
    return { code: 'not_reached', details: { fault: { code: 'stopped', details: {} } } }
  const { answer, seconds } = first
  if (answer.kind === 'not_sent' && answer.isRefused)
    return { code: 'address_refused', details: { fault: answer.fault } }
  if (answer.kind !== 'answered') return { code: 'not_reached', details: { fault: answer.fault } }
  const { status, location, body } = answer
  if (location !== undefined) return { code: 'redirected', details: { http_status: status, location } }
  if (status >= 500) return { code: 'broken_down', details: { http_status: status } }
  if (readBody(body.toString('utf8')).value === undefined)
    return { code: 'no_panel', details: { http_status: status } }
  return { code: 'reached', details: { milliseconds: Math.round(seconds * 1000) } }
}

/** The difference between its clock and ours, from the last answer. */
export function findClock(seen: readonly ObservedCall[], now: Date): Found {
  const dates = seen.flatMap(({ answer }) =>
    answer.kind === 'answered' && answer.date !== undefined ? [Date.parse(answer.date)] : [],
  )
  const last = dates.at(-1)
  if (last === undefined || Number.isNaN(last)) return { code: 'clock_untold' }
  const seconds = Math.round((last - now.getTime()) / 1000)
  return Math.abs(seconds) <= CLOCK_SECONDS
    ? { code: 'clock_same' }
    : { code: 'clock_off', details: { seconds } }
}

export function slowestOf(seen: readonly ObservedCall[]): number {
  return Math.round(Math.max(0, ...seen.map(({ seconds }) => seconds)) * 1000)
}
