import { type Kysely, sql } from 'kysely'

import type { ImportReason } from '#contract/catalogue/imports.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** For a statement over all rows of an import. */
const SECONDS_MAX = 120

export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
}

export type NewImport = {
  providerId: number
  actorId: number | null
  address: string | null
  overwrites: boolean
  platform: string | null
  markupBasisPoints: number
  currency: string
  usdPerUnit: string
  ratePer: number
  translates: boolean
  total: number
  errors: number
  texts: number
  /** The turn is its maker's from the start; null: whoever comes. */
  token: string | null
  leaseSeconds: number
}

export async function insertImport(tx: Tx, one: NewImport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (provider_id, actor_id, address, overwrites, platform, markup_basis_points, currency,
      usd_per_unit, rate_per, translates, total, errors, texts, token, leased_until)
    values (${one.providerId}, ${one.actorId}, ${one.address}, ${one.overwrites}, ${one.platform},
      ${one.markupBasisPoints}, ${one.currency}, ${one.usdPerUnit}, ${one.ratePer}, ${one.translates}, ${one.total}, ${one.errors},
      ${one.texts}, ${one.token}::uuid,
      case when ${one.token}::uuid is null then null else clock_timestamp() + ${one.leaseSeconds} * interval '1 second' end)
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Whose turn an import is; what holds another token writes nothing. */
export type Turn = { id: number; token: string }

/** The one that waited longest of those that nobody works at. */
export async function claimImport(
  db: Kysely<DB>,
  { token, leaseSeconds }: { token: string; leaseSeconds: number },
): Promise<Turn | undefined> {
  const { rows } = await sql<{ id: number }>`
    update imports set token = ${token}::uuid, leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = (
      select id from imports where state = 'running' and (leased_until is null or leased_until < clock_timestamp())
      order by leased_until nulls first, id limit 1 for no key update skip locked)
    returning id`.execute(db)
  const [row] = rows
  return row && { id: row.id, token }
}

/** False when it is somebody else's by now, or over. */
export async function renewLease(
  db: Kysely<DB>,
  { id, token }: Turn,
  leaseSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update imports set leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and token = ${token}::uuid and state = 'running' returning 1`.execute(db)
  return rows.length > 0
}

/** Whoever comes next goes on with it at once. */
export async function releaseLease(db: Kysely<DB>, { id, token }: Turn): Promise<void> {
  await sql`
    update imports set leased_until = clock_timestamp() where id = ${id} and token = ${token}::uuid
      and state = 'running'`.execute(db)
}

export type RunningImport = {
  id: number
  provider_id: number
  actor_id: number | null
  address: string | null
  overwrites: boolean
  platform: string | null
  markup_basis_points: number
  currency: string
  usd_per_unit: string
  rate_per: number
  translates: boolean
  translator_failures: number
  total: number
  created: number
  updated: number
  skipped: number
  errors: number
}

export async function findRunning(db: Kysely<DB>, { id, token }: Turn): Promise<RunningImport | undefined> {
  const { rows } = await sql<RunningImport>`
    select * from imports where id = ${id} and token = ${token}::uuid and state = 'running'`.execute(db)
  return rows[0]
}

/** Held until the tx ends: nobody takes it over meanwhile. */
export async function lockRunning(tx: Tx, { id, token }: Turn): Promise<RunningImport | undefined> {
  const { rows } = await sql<RunningImport>`
    select * from imports where id = ${id} and token = ${token}::uuid and state = 'running' for no key update`.execute(
    tx,
  )
  return rows[0]
}

export type Counts = { created: number; updated: number; skipped: number; errors: number }

export async function addCounts(
  tx: Tx,
  id: number,
  { created, updated, skipped, errors }: Counts,
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update imports set created = created + ${created}, updated = updated + ${updated}, skipped = skipped + ${skipped},
      errors = errors + ${errors}, tries = 0,
      leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = ${id}`.execute(tx)
}

export type Failure = 'currency_changed' | 'stuck'

/** It is over, with its reasons; `failure` when before its end. */
export async function endImport(
  tx: Tx,
  id: number,
  { reasons, failure, now }: { reasons: readonly ImportReason[]; failure: Failure | undefined; now: Date },
): Promise<void> {
  await sql`
    update imports set state = ${failure === undefined ? 'completed' : 'failed'}, failure = ${failure ?? null},
      reasons = ${JSON.stringify(reasons)}::jsonb, finished_at = ${now}, token = null, leased_until = null
    where id = ${id}`.execute(tx)
}

/** Answers how often in a row it broke; undefined when it is somebody else's by now. */
export async function noteBroken(db: Kysely<DB>, { id, token }: Turn): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update imports set tries = tries + 1 where id = ${id} and token = ${token}::uuid and state = 'running'
    returning tries`.execute(db)
  return rows[0]?.tries
}

export async function noteTranslatorFailures(db: Kysely<DB>, id: number, count: number): Promise<void> {
  await sql`update imports set translator_failures = ${count} where id = ${id}`.execute(db)
}

/** Its rows are forgotten, and with them what would take it back; answers whether there was one. */
export async function forgetRows(db: Kysely<DB>, before: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from imports where finished_at < ${before}
      and exists (select from import_items where import_id = imports.id) order by id limit 1`.execute(db)
  const [old] = rows
  if (old === undefined) return false
  await sql`delete from import_texts where import_id = ${old.id}`.execute(db)
  await sql`delete from import_items where import_id = ${old.id}`.execute(db)
  return true
}
