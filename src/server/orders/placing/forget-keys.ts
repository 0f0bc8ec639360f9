import { sql } from 'kysely'

import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'

/** A statement's worth: short enough that no order waits for it. */
const ROWS_PER_STATEMENT = 2_000
const DAY_MS = 86_400_000

/** Idempotency keys are kept for 30 days (api.md). Answers true when there may be more. */
export async function forgetKeys(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock().getTime() - limits.idempotencyDays * DAY_MS)
  const { numAffectedRows } = await sql`
    update orders set idempotency_key = null, request_hash = null
    where (user_id, id) in (
      select user_id, id from orders where idempotency_key is not null and created_at < ${before}
      order by created_at limit ${ROWS_PER_STATEMENT} for update skip locked)`.execute(ctx.db)
  return numAffectedRows === BigInt(ROWS_PER_STATEMENT)
}
