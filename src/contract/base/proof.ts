import * as z from 'zod/mini'

import { atMost, line } from './fields.ts'
import { limits } from './limits.ts'

/**
 * What a call with `proof` takes in its body beside its own members. One of the two is enough; a code needs an account with a
 * second factor.
 */
export const shownProof = z.object({
  password: z.optional(z.string().check(atMost(limits.passwordMax))),
  code: z.optional(line({ max: limits.twoFactorCodeMax })),
})
export type ShownProof = z.output<typeof shownProof>

/**
 * Throws `proof_required` where one of these members, which are about to change, needs a fresh proof of the session and there
 * is none.
 */
export type RequireProof = (changed: readonly string[]) => void
