import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** `before` is the rate that was read. */
export type NewRate = { serviceId: number; before: bigint; rate: bigint; isSold: boolean }

/**
 * Writes rates, except those that staff changed since they were read. `isSold: false` takes a service off sale in any
 * case; nothing here puts one back on sale. Returns the ids that were written.
 */
export async function writeRates(
  db: Kysely<DB>,
  rates: readonly NewRate[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update services set rate = case when services.rate = fresh.before then fresh.rate else services.rate end,
      is_active = is_active and fresh.sold, updated_at = ${now}
    from unnest(${rates.map(({ serviceId }) => serviceId)}::int[], ${rates.map(({ before }) => before)}::bigint[],
      ${rates.map(({ rate }) => rate)}::bigint[], ${rates.map(({ isSold }) => isSold)}::boolean[])
      as fresh (id, before, rate, sold)
    where services.id = fresh.id and (services.rate = fresh.before or not fresh.sold)
    returning services.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
