import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { listShownTerms } from '#server/modules/catalogue/public/shown-services.ts'

/**
 * Changes within this time are reported as one, so that a run of them is one email; what was changed back meanwhile is not
 * reported.
 */
export const COMPARE_EVERY_MS = 60 * 60_000

/**
 * Compares the current terms of all services with those last reported to customers who starred them or order them by
 * API, and stores what changed. One comparison covers every source of change (price lists, staff, imports) without a
 * hook in each. True if customers have to be notified.
 */
export async function compareServices(ctx: Context): Promise<boolean> {
  const now = ctx.clock()
  return transact(ctx, async (tx) => {
    const comparedAt = await lockLastComparison(tx)
    if (comparedAt === undefined || now.getTime() - comparedAt.getTime() < COMPARE_EVERY_MS) return false
    const shown = new Map((await listShownTerms(tx)).map((one) => [one.id, { ...one, isSold: true }]))
    const known = new Map((await listKnownTerms(tx)).map((one) => [one.id, one]))
    const unknown = [...shown.values()].filter(({ id }) => !known.has(id))
    const changed = [...known.values()].flatMap((before) => compare(before, shown.get(before.id)))
    await writeKnownTerms(tx, [...unknown, ...changed.map(({ after }) => after)])
    await storeComparedAt(tx, now)
    const followed = new Set(
      await listFollowed(
        ctx,
        tx,
        changed.map(({ after }) => after.id),
      ),
    )
    const changes = changed.filter(({ after }) => followed.has(after.id))
    if (changes.length > 0) await insertUpdate(tx, { changes, now })
    return changes.length > 0
  })
}

/** A service off sale keeps the reported terms, to compare them with those it comes back with. */
function compare(before: Terms, now: Terms | undefined): TermsChange[] {
  if (now === undefined) return before.isSold ? [{ before, after: { ...before, isSold: false } }] : []
  const isSame = before.isSold && before.rate === now.rate && before.min === now.min && before.max === now.max
  return isSame ? [] : [{ before, after: now }]
}

type Terms = { id: number; isSold: boolean; rate: bigint; min: number; max: number }

/** Time of the last comparison, locked until the tx ends. Undefined while another process compares. */
async function lockLastComparison(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('favourite_comparisons')
    .select('compared_at')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.compared_at
}

async function storeComparedAt(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('favourite_comparisons').set({ compared_at: now }).execute()
}

async function listKnownTerms(db: Kysely<DB>): Promise<Terms[]> {
  return db
    .selectFrom('service_snapshots')
    .select(['service_id as id', 'is_sold as isSold', 'rate', 'min', 'max'])
    .execute()
}

async function writeKnownTerms(tx: Tx, terms: readonly Terms[]): Promise<void> {
  await sql`
    insert into service_snapshots (service_id, is_sold, rate, min, max)
    select * from unnest(${terms.map(({ id }) => id)}::int[], ${terms.map(({ isSold }) => isSold)}::bool[],
      ${terms.map(({ rate }) => rate)}::bigint[], ${terms.map(({ min }) => min)}::int[],
      ${terms.map(({ max }) => max)}::int[])
    on conflict (service_id) do update set is_sold = excluded.is_sold, rate = excluded.rate, min = excluded.min,
      max = excluded.max`.execute(tx)
}

/** Those of these services that any customer starred or orders by API. */
async function listFollowed({ cluster }: Context, db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  if (cluster !== undefined) return listFollowedOnCluster(db, ids)
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::int[]) as changed (id)
    where exists (select from favourites where service_id = id)
      or exists (select from api_services where service_id = id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** No shard has all customers, so each answers for its own. */
async function listFollowedOnCluster(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select service_id as id from favourites where service_id = any(${ids}::int[]) group by service_id
    union select service_id from api_services where service_id = any(${ids}::int[]) group by service_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

type TermsChange = { before: Terms; after: Terms }

async function insertUpdate(
  tx: Tx,
  { changes, now }: { changes: readonly TermsChange[]; now: Date },
): Promise<void> {
  const { id } = await tx
    .insertInto('favourite_updates')
    .values({ created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = changes.map(({ before, after }) => ({
    service_id: after.id,
    was_sold: before.isSold,
    is_sold: after.isSold,
    rate_before: String(before.rate),
    rate: String(after.rate),
    min_before: before.min,
    min: after.min,
    max_before: before.max,
    max: after.max,
  }))
  await sql`
    insert into favourite_update_services
    select ${id}::int, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (service_id int,
      was_sold bool, is_sold bool, rate_before bigint, rate bigint, min_before int, min int, max_before int, max int)`.execute(
    tx,
  )
}
