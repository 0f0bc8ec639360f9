import { type Kysely, sql } from 'kysely'

import type { ImportReason, ImportState } from '#contract/catalogue/imports.ts'
import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type ImportRow = {
  id: number
  provider_id: number
  slug: string
  provider_name: string
  actor_id: number | null
  actor_name: string | null
  state: ImportState
  overwrites: boolean
  platform: string | null
  markup_basis_points: number
  total: number
  created: number
  updated: number
  skipped: number
  errors: number
  texts: number
  texts_done: number
  texts_failed: number
  failure: ImportRun['failure']
  reasons: ImportReason[] | null
  undone: ImportRun['undone']
  can_be_undone: boolean
  created_at: Date
  finished_at: Date | null
  undone_at: Date | null
}

/**
 * The last of its provider's that wrote something and has its rows still can be taken back: what a later one made of the
 * same services would be overwritten else.
 */
const columns = sql`imports.id, provider_id, providers.slug, providers.name as provider_name, actor_id,
  users.name as actor_name, state, overwrites, platform, markup_basis_points, total, created, updated, skipped, errors,
  texts, failure, reasons, undone, imports.created_at, finished_at, undone_at,
  (select count(*)::int from import_texts where import_id = imports.id and import_texts.state = 'done') as texts_done,
  (select count(*)::int from import_texts where import_id = imports.id and import_texts.state = 'failed') as texts_failed,
  (state in ('completed', 'failed') and created + updated > 0
    and exists (select from import_items where import_id = imports.id)
    and not exists (
      select from imports as later where later.provider_id = imports.provider_id and later.id > imports.id
        and (later.state = 'running' or later.state <> 'undone' and later.created + later.updated > 0)
    )) as can_be_undone`
const tables = sql`imports join providers on providers.id = provider_id left join users on users.id = actor_id`

export async function findImportRow(db: Kysely<DB>, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select ${columns} from ${tables} where imports.id = ${id}`.execute(db)
  return rows[0]
}

/** Newest first. */
/** Below that id, the newest first. */
export async function listImportRows(
  db: Kysely<DB>,
  { below, count }: { below: bigint | undefined; count: number },
): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from ${tables}
    where imports.id < ${below ?? 2n ** 31n}::bigint order by imports.id desc limit ${count}`.execute(db)
  return rows
}

export async function findImportState(db: Kysely<DB>, id: number): Promise<ImportState | undefined> {
  const { rows } = await sql<{ state: ImportState }>`
    select state from imports where id = ${id}`.execute(db)
  return rows[0]?.state
}

/** Held until the tx ends: it is taken back once. */
export async function lockImport(db: Kysely<DB>, id: number): Promise<{ provider_id: number } | undefined> {
  const { rows } = await sql<{ provider_id: number }>`
    select provider_id from imports where id = ${id} for no key update`.execute(db)
  return rows[0]
}

export async function markUndone(
  db: Kysely<DB>,
  { id, undone, now }: { id: number; undone: NonNullable<ImportRun['undone']>; now: Date },
): Promise<void> {
  await sql`
    update imports set state = 'undone', undone = ${JSON.stringify(undone)}::jsonb, undone_at = ${now}
    where id = ${id}`.execute(db)
}

/** The providers of ours, those with a key first. */
export async function listSources(
  db: Kysely<DB>,
): Promise<{ slug: string; name: string; has_key: boolean }[]> {
  const { rows } = await sql<{ slug: string; name: string; has_key: boolean }>`
    select slug, name, key_ciphertext is not null as has_key from providers order by id`.execute(db)
  return rows
}
