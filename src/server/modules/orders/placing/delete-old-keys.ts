import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Short enough that no order waits for the statement. */
const ROWS_PER_STATEMENT = 2_000
const DAY_MS = 86_400_000

/** Deletes idempotency keys, and stored answers of mass orders, after 30 days (api.md). True if there may be more. */
export async function deleteOldKeys({ db, clock }: Context): Promise<boolean> {
  const before = new Date(clock().getTime() - limits.idempotencyDays * DAY_MS)
  const deleted = [await deleteOrderKeys(db, before), await deleteMassAnswers(db, before)]
  return deleted.includes(BigInt(ROWS_PER_STATEMENT))
}

async function deleteOrderKeys(db: Kysely<DB>, before: Date): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update orders set idempotency_key = null, request_hash = null
    where (user_id, id) in (
      select user_id, id from orders where idempotency_key is not null and created_at < ${before}
      order by created_at limit ${ROWS_PER_STATEMENT} for update skip locked)`.execute(db)
  return numAffectedRows
}

async function deleteMassAnswers(db: Kysely<DB>, before: Date): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from mass_orders where (user_id, idempotency_key) in (
      select user_id, idempotency_key from mass_orders where created_at < ${before}
      order by created_at limit ${ROWS_PER_STATEMENT})`.execute(db)
  return numAffectedRows
}
