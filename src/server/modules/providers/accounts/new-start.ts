import { closedReadingBreaker } from '#server/modules/providers/breakers/reading-breaker-queries.ts'
import { closedSendingBreaker } from '#server/modules/providers/breakers/sending-breaker-queries.ts'

/** What was learnt of the old key or address says nothing of the new one. */
export const freshState = {
  last_error: null,
  per_call_at: null,
  ...closedSendingBreaker,
  ...closedReadingBreaker,
} as const
