import { soundReading } from '#server/modules/providers/breakers/reading-breaker-queries.ts'
import { soundSending } from '#server/modules/providers/breakers/sending-breaker-queries.ts'

/** What was learnt of the old key or address says nothing of the new one. */
export const newStart = { last_error: null, per_call_at: null, ...soundSending, ...soundReading } as const
