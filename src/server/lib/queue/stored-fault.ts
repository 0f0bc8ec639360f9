import * as z from 'zod/mini'

import { type SentFault, sentFault } from '#contract/base/codes.ts'

const TEXT_MAX = 500

/** For a jsonb column, without NUL and broken surrogates, which quoted answers may contain and jsonb refuses. */
export function toStoredFault({ code, details }: SentFault): string {
  const members = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, TEXT_MAX).toWellFormed() : value,
  ])
  return JSON.stringify({ code, details: Object.fromEntries(members) })
}

/** Null for none. Also reads codes of later versions. */
export function readStoredFault(stored: unknown): SentFault | null {
  return stored === null ? null : z.parse(sentFault, stored)
}
