import type { DuePoll } from './polling-queries.ts'

/** One poll call. One that is not full may wait for more ids. */
export type PollCall = { kind: DuePoll['kind']; polls: DuePoll[]; isFull: boolean }

/** Groups polls by kind, with at most as many ids as the provider accepts, in the given order. */
export function toPollCalls(
  polls: readonly DuePoll[],
  perCall: Readonly<Record<DuePoll['kind'], number>>,
): PollCall[] {
  const calls: PollCall[] = []
  const open = new Map<DuePoll['kind'], PollCall>()
  const seen = new Set<string>()
  for (const poll of polls) {
    const key = keyOf(poll)
    if (seen.has(key)) continue
    seen.add(key)
    const call = open.get(poll.kind) ?? { kind: poll.kind, polls: [], isFull: false }
    if (call.polls.length === 0) calls.push(call)
    call.polls.push(poll)
    // A customer is waiting for it.
    if (poll.is_urgent) call.isFull = true
    if (call.polls.length < perCall[poll.kind]) open.set(poll.kind, call)
    else {
      call.isFull = true
      open.delete(poll.kind)
    }
  }
  return calls
}

export function keyOf({ user_id, order_id, kind, number }: DuePoll): string {
  return `${user_id} ${order_id} ${kind} ${number}`
}
