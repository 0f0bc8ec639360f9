import { soundReading } from './reading-breaker-queries.ts'
import { soundSending } from './sending-breaker-queries.ts'

/** What went wrong with the old key or address says nothing of the new one. */
export const newStart = { last_error: null, ...soundSending, ...soundReading } as const
