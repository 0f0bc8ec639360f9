import * as z from 'zod/mini'

import { atMost, line } from './fields.ts'
import { limits } from './limits.ts'

/** Additional body fields of calls with `proof`. One of the two is enough; a code needs two-factor authentication. */
export const shownProof = z.object({
  password: z.optional(z.string().check(atMost(limits.passwordMax))),
  code: z.optional(line({ max: limits.twoFactorCodeMax })),
})
export type ShownProof = z.output<typeof shownProof>

/** Throws `proof_required` if one of these changed fields needs a fresh proof of the session and there is none. */
export type RequireProof = (changed: readonly string[]) => void
