import * as z from 'zod/mini'

import { type Fault, type SentFault, sentFault } from '#contract/base/faults.ts'

const TEXT_MAX = 500

/** As jsonb takes it: what others said may hold what no column does. */
export function toStoredFault({ code, details }: Fault): string {
  const kept = Object.entries(details).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, TEXT_MAX).toWellFormed() : value,
  ])
  return JSON.stringify({ code, details: Object.fromEntries(kept) })
}

/** Null for none. One of a later version is told by its code. */
export function readStoredFault(stored: unknown): SentFault | null {
  return stored === null ? null : z.parse(sentFault, stored)
}
