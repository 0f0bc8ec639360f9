import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'

import type { AnswerOf, BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import {
  type cleanNames as endpoint,
  type getNameRules,
  type NameRule,
  nameRule,
  type previewNames,
  SHOWN_NAMES_MAX,
  type undoNames as undoEndpoint,
} from '#contract/catalogue/name-rules.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { Context } from '#server/context.ts'
import { mapInSlices } from '#server/lib/event-loop/in-slices.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { applyRules } from './clean-name.ts'

/** The current rules, which imports apply too. */
export async function readNameRules(db: Kysely<DB>): Promise<NameRule[]> {
  return toRules((await findLastCleaning(db))?.rules)
}

export async function presentNameRules(
  db: Kysely<DB>,
): Promise<Omit<AnswerOf<typeof getNameRules>, 'success'>> {
  const last = await findLastCleaning(db)
  if (last === undefined) return { rules: [], last: null }
  const { id, changed, created_at, by } = last
  return { rules: toRules(last.rules), last: { id, changed, created_at, by } }
}

/** A page of the names that the rules would change. */
export async function previewCleanedNames(
  ctx: Context,
  { rules, from = 0 }: BodyOf<typeof previewNames>,
): Promise<Omit<AnswerOf<typeof previewNames>, 'success'>> {
  const { services, renamings, emptied } = await planNames(ctx.db, rules)
  return {
    services,
    changed: renamings.length,
    emptied,
    names: renamings.slice(from, from + SHOWN_NAMES_MAX),
    seal: sealOf(rules, renamings),
  }
}

/**
 * Stores the rules and renames the services. The seal proves that the renamings are those of the preview; unchanged rules
 * need none and rename nothing. Returns the number of renamed services.
 */
export async function cleanNames(
  ctx: Context,
  by: By,
  { rules, seal }: BodyOf<typeof endpoint>,
): Promise<number> {
  if (seal === undefined && isDeepStrictEqual(rules, await readNameRules(ctx.db))) return 0
  const { renamings } = await planNames(ctx.db, rules)
  if (sealOf(rules, renamings) !== seal) throw new AppError('state_conflict', { reason: 'selection_changed' })
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockNames(tx)
    const before = await readNameRules(tx)
    const stored = { rules: JSON.stringify(rules), actorId: by.actorId, renamings, now: ctx.clock() }
    const { id, changed } = await writeCleaning(tx, stored)
    record({
      action: 'service.clean_names',
      id: null,
      before: { rules: before },
      after: { rules, changed, cleaning: id },
    })
    publish({ topic: 'catalogue' })
    return changed
  })
}

/** Undoes the last cleaning and its rules. Services renamed since keep their name. */
export async function undoNames(
  ctx: Context,
  by: By,
  id: number,
): Promise<Omit<AnswerOf<typeof undoEndpoint>, 'success'>> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockNames(tx)
    const last = await findLastCleaning(tx)
    if (last?.id !== id) throw new AppError('state_conflict', { reason: 'selection_changed' })
    const restored = await undoCleaning(tx, { id, now: ctx.clock() })
    const rules = await readNameRules(tx)
    record({
      action: 'service.undo_names',
      id: null,
      before: { rules: toRules(last.rules), cleaning: id },
      after: { rules, restored },
    })
    publish({ topic: 'catalogue' })
    return { restored, changed_since: last.changed - restored }
  })
}

async function planNames(db: Kysely<DB>, rules: readonly NameRule[]) {
  const services = await listNames(db)
  const made = await mapInSlices(services, ({ id, name }): Renaming => {
    return { id, before: name, after: applyRules(rules, name) }
  })
  return {
    services: services.length,
    renamings: made.filter(({ before, after }) => after !== '' && after !== before),
    emptied: made.filter(({ after }) => after === '').length,
  }
}

function sealOf(rules: readonly NameRule[], renamings: readonly Renaming[]): string {
  const hash = createHash('sha256').update(JSON.stringify(rules))
  for (const { id, before, after } of renamings) hash.update(`\n${id}\t${before}\t${after}`)
  return hash.digest('base64url').slice(0, 22)
}

/** Drops stored rules that this version does not know. */
function toRules(stored: unknown): NameRule[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    const read = z.safeParse(nameRule, one)
    return read.success ? [read.data] : []
  })
}

/** Each statement covers the whole catalogue. */
const SECONDS_MAX = 60

type NamedService = { id: number; name: string }

async function listNames(db: Kysely<DB>): Promise<NamedService[]> {
  return db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The newest one that was not undone. */
async function findLastCleaning(db: Kysely<DB>) {
  return db
    .selectFrom('name_cleanings')
    .leftJoin('users', 'users.id', 'name_cleanings.actor_id')
    .select(['name_cleanings.id', 'rules', 'changed', 'name_cleanings.created_at', 'users.name as by'])
    .where('undone_at', 'is', null)
    .orderBy('name_cleanings.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One cleaning at a time; raises the tx's statement timeout. */
async function lockNames(tx: Tx): Promise<void> {
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
  await takeLock(tx, 'service names')
}

type Renaming = { id: number; before: string; after: string }

/** Renames services and stores the cleaning with every change. A service whose name changed since is skipped. */
async function writeCleaning(
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
    ), logged as (
      insert into renamed_services (cleaning_id, service_id, name_before, name_after)
      select ${id}, id, before, after from renamed returning 1
    )
    select count(*)::int as changed from logged`.execute(tx)
  const changed = rows[0]?.changed ?? 0
  await tx.updateTable('name_cleanings').set({ changed }).where('id', '=', id).execute()
  return { id, changed }
}

/** Restores names that are still as the cleaning made them. Returns how many. */
async function undoCleaning(tx: Tx, { id, now }: { id: number; now: Date }): Promise<number> {
  const { numAffectedRows } = await sql`
    update services set name = renamed.name_before, updated_at = ${now}
    from renamed_services renamed
    where cleaning_id = ${id} and services.id = service_id and services.name = name_after`.execute(tx)
  await tx.updateTable('name_cleanings').set({ undone_at: now }).where('id', '=', id).execute()
  return Number(numAffectedRows ?? 0n)
}
