import type { Invoice } from '#server/integrations/gateways/gateway.ts'

type Meaning = Pick<Invoice, 'state' | 'canPayRest' | 'refund'>

/** Meanings of Cryptomus's statuses (field notes 3). */
export const meanings = {
  check: { state: 'open' },
  process: { state: 'waiting' },
  confirm_check: { state: 'waiting' },
  wrong_amount_waiting: { state: 'short', canPayRest: true },
  paid: { state: 'paid' },
  paid_over: { state: 'over' },
  wrong_amount: { state: 'short' },
  cancel: { state: 'closed' },
  fail: { state: 'closed' },
  system_fail: { state: 'closed' },
  refund_process: { state: 'held', refund: 'running' },
  refund_fail: { state: 'held', refund: 'failed' },
  refund_paid: { state: 'reversed' },
  locked: { state: 'held' },
} as const satisfies Record<string, Meaning>

/** `status` in lower case. */
export function toState(status: string): Meaning {
  return new Map<string, Meaning>(Object.entries(meanings)).get(status) ?? { state: undefined }
}
