import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Each statement goes over a whole catalogue. */
const SECONDS_MAX = 60

export type NamedService = { id: number; name: string }

export async function listNames(db: Kysely<DB>): Promise<NamedService[]> {
  return db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The newest that holds: what was kept is what `nameRule` reads. */
export async function findLastCleaning(db: Kysely<DB>) {
  return db
    .selectFrom('name_cleanings')
    .leftJoin('users', 'users.id', 'name_cleanings.actor_id')
    .select(['name_cleanings.id', 'rules', 'changed', 'name_cleanings.created_at', 'users.name as by'])
    .where('taken_back_at', 'is', null)
    .orderBy('name_cleanings.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One cleaning at a time, and as long as it takes. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('service names'))`.execute(tx)
}

export type Renaming = { id: number; before: string; after: string }

/** Writes the cleaning with what it renamed, and answers how many that are: one that has another name by now stays. */
export async function writeCleaning(
  tx: Tx,
  {
    rules,
    actorId,
    renamings,
    now,
  }: { rules: string; actorId: number; renamings: readonly Renaming[]; now: Date },
): Promise<{ id: number; changed: number }> {
  const { id } = await tx
    .insertInto('name_cleanings')
    .values({ rules, actor_id: actorId, changed: 0, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ changed: number }>`
    with renamed as (
      update services set name = fresh.after, updated_at = ${now}
      from unnest(${renamings.map((one) => one.id)}::int[], ${renamings.map(({ before }) => before)}::text[],
        ${renamings.map(({ after }) => after)}::text[]) as fresh (id, before, after)
      where services.id = fresh.id and services.name = fresh.before and deleted_at is null
      returning services.id, fresh.before, fresh.after
    ), kept as (
      insert into renamed_services (cleaning_id, service_id, name_before, name_after)
      select ${id}, id, before, after from renamed returning 1
    )
    select count(*)::int as changed from kept`.execute(tx)
  const changed = rows[0]?.changed ?? 0
  await tx.updateTable('name_cleanings').set({ changed }).where('id', '=', id).execute()
  return { id, changed }
}

/** Names that are still as the cleaning made them become what they were. Answers how many. */
export async function takeBack(tx: Tx, { id, now }: { id: number; now: Date }): Promise<number> {
  const { numAffectedRows } = await sql`
    update services set name = renamed.name_before, updated_at = ${now}
    from renamed_services renamed
    where cleaning_id = ${id} and services.id = service_id and services.name = name_after`.execute(tx)
  await tx.updateTable('name_cleanings').set({ taken_back_at: now }).where('id', '=', id).execute()
  return Number(numAffectedRows ?? 0n)
}
