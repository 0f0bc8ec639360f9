import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { forgetOldMasses } from '#server/modules/orders/mass-orders/mass-queries.ts'

import { forgetOldKeys } from './placing-queries.ts'

/** A statement's worth: short enough that no order waits for it. */
const ROWS_PER_STATEMENT = 2_000
const DAY_MS = 86_400_000

/** Idempotency keys, and the answers of mass orders under theirs, are kept for 30 days (api.md). Answers true when there may be more. */
export async function forgetKeys(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock().getTime() - limits.idempotencyDays * DAY_MS)
  const max = ROWS_PER_STATEMENT
  const forgotten = [
    await forgetOldKeys(ctx.db, { before, max }),
    await forgetOldMasses(ctx.db, { before, max }),
  ]
  return forgotten.includes(BigInt(max))
}
