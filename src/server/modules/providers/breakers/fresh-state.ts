import { closedReadingBreaker } from './reading-breaker.ts'
import { closedSendingBreaker } from './sending-breaker.ts'

/** Columns to reset when key or address change: what was learned from the previous one is invalid. */
export const freshState = {
  last_error: null,
  per_call_at: null,
  ...closedSendingBreaker,
  ...closedReadingBreaker,
} as const
