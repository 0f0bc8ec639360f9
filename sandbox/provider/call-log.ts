import type { ProviderState } from './provider-state.ts'

type Call = Record<string, unknown> & { at: string; action: string; taken: boolean }

export type CallLog = {
  note: (call: { action: string; fields: Map<string, string>; fault: string | undefined }) => {
    answered: (value: unknown) => void
  }
  list: (state: ProviderState, action: string | null) => unknown[]
}

/** Reads are dropped after this many; accepted orders stay in the journal forever. */
const CALLS_KEPT = 10_000

/**
 * The calls to the provider. `add`, `refill` and `cancel` are listed from what was accepted, including before a
 * restart, so that a list of adds is exactly the existing orders. The others, and the list of everything that arrived
 * (including faults and refusals), are the last 10,000 since the start. Keys are never stored.
 */
export function makeCallLog(wall: () => number): CallLog {
  let calls: Call[] = []
  return {
    note: ({ action, fields, fault }) => {
      const { key: _, action: __, ...given } = Object.fromEntries(fields)
      const call: Call = {
        ...given,
        at: toIso(wall()),
        action,
        taken: false,
        ...(fault !== undefined && { fault }),
      }
      calls.push(call)
      if (calls.length > CALLS_KEPT * 2) calls = calls.slice(-CALLS_KEPT)
      return {
        answered: (value) => {
          const error =
            typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
          call.taken = error === undefined
          if (error !== undefined) call['error'] = error
        },
      }
    },
    list: (state, action) => {
      if (action === 'add') return listAdds(state)
      if (action === 'cancel') return state.cancels.map(({ at, order }) => ({ at: toIso(at), order }))
      if (action === 'refill')
        return [...state.refills.values()].map(({ at, id, order }) => ({ at: toIso(at), order, refill: id }))
      const kept = calls.slice(-CALLS_KEPT)
      return action === null ? kept : kept.filter((call) => call.action === action && call.taken)
    },
  }
}

/** `quantity` is the one that was sent: for a drip-feed, that of a single run. */
function listAdds(state: ProviderState): unknown[] {
  return [...state.orders.values()].map(({ id, at, service, link, quantity, fields }) => ({
    at: toIso(at),
    service,
    link,
    quantity: quantity / Number(fields?.['runs'] ?? 1),
    order: id,
    ...fields,
  }))
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}
