import type { DuePoll } from './polling-queries.ts'

/** One poll call. One that is not full may wait for more ids. */
export type PollCall = { kind: DuePoll['kind']; checks: DuePoll[]; isFull: boolean }

/** Groups polls by kind, with at most as many ids as the provider accepts, in the given order. */
export function toPollCalls(
  checks: readonly DuePoll[],
  perCall: Readonly<Record<DuePoll['kind'], number>>,
): PollCall[] {
  const calls: PollCall[] = []
  const open = new Map<DuePoll['kind'], PollCall>()
  const seen = new Set<string>()
  for (const check of checks) {
    const key = keyOf(check)
    if (seen.has(key)) continue
    seen.add(key)
    const call = open.get(check.kind) ?? { kind: check.kind, checks: [], isFull: false }
    if (call.checks.length === 0) calls.push(call)
    call.checks.push(check)
    // A customer is waiting for it.
    if (check.is_wanted) call.isFull = true
    if (call.checks.length < perCall[check.kind]) open.set(check.kind, call)
    else {
      call.isFull = true
      open.delete(check.kind)
    }
  }
  return calls
}

export function keyOf({ user_id, order_id, kind, number }: DuePoll): string {
  return `${user_id} ${order_id} ${kind} ${number}`
}
