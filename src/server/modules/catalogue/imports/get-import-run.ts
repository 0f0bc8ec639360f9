import { type Kysely, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { ImportRowError, ImportRun, listImports } from '#contract/catalogue/import-runs.ts'
import type { ImportReason, ImportState } from '#contract/catalogue/imports.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listRemarkedItems, type RemarkedItem } from './import-reasons.ts'

/** Rows with a remark that are shown; the reasons count all. */
const SHOWN_MAX = 100

/** Progress and result of an import. Throws `not_found`. */
export async function getImportRun(ctx: Context, id: number): Promise<ImportRun> {
  const row = await findImportRow(ctx.db, id)
  if (row === undefined) throw new AppError('not_found')
  return toImportRun(row, (await listRemarkedItems(ctx.db, id, SHOWN_MAX)).map(toRowError))
}

/** A page of imports, newest first, without rows. */
export async function listImportRuns(
  ctx: Context,
  { limit, cursor }: QueryOf<typeof listImports>,
): Promise<Omit<AnswerOf<typeof listImports>, 'success'>> {
  const rows = await listImportRows(ctx.db, { below: fromCursor(cursor), count: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    imports: shown.map((row) => toImportRun(row, [])),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
  }
}

function toImportRun(row: ImportRow, rowErrors: ImportRowError[]): ImportRun {
  const { total, created, updated, skipped, errors } = row
  const textsFinished = row.texts_done + row.texts_failed
  const isTranslating = row.state === 'running' && textsFinished < row.texts
  return {
    id: row.id,
    provider: { id: row.provider_id, slug: row.slug, name: row.provider_name },
    by: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    state: row.state,
    stage: row.state !== 'running' ? 'over' : isTranslating ? 'translating' : 'writing',
    percent: row.state === 'running' ? percentOf(row, textsFinished) : 100,
    overwrites: row.overwrites,
    platform: row.platform,
    markup_percentage: row.markup_basis_points / 100,
    stats: { total, created, updated, skipped, errors, reasons: row.reasons ?? [] },
    row_errors: rowErrors,
    translation: { total: row.texts, done: row.texts_done, failed: row.texts_failed },
    failure: row.failure,
    can_be_undone: row.can_be_undone,
    undone: row.undone,
    created_at: row.created_at,
    finished_at: row.finished_at,
    undone_at: row.undone_at,
  }
}

/** At most 99 while the import runs. */
function percentOf(
  { total, texts, created, updated, skipped, errors }: ImportRow,
  textsFinished: number,
): number {
  const done = textsFinished + created + updated + skipped + errors
  return Math.min(99, Math.floor((100 * done) / Math.max(1, total + texts)))
}

function toRowError({
  provider_service: service,
  name,
  code,
  unsold_type: type,
  word,
}: RemarkedItem): ImportRowError {
  return code === null || (type !== null && code === 'already_there')
    ? { service, name, code: 'type_not_understood', word: type ?? '' }
    : { service, name, code, word }
}

type ImportRow = {
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
 * `can_be_undone`: the provider's last import that wrote something, as long as its rows are stored. Undoing an earlier one
 * would overwrite what a later one wrote to the same services.
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

/** Newest first, below an id. */
async function listImportRows(
  db: Kysely<DB>,
  { below, count }: { below: bigint | undefined; count: number },
): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from ${tables}
    where imports.id < ${below ?? 2n ** 31n}::bigint order by imports.id desc limit ${count}`.execute(db)
  return rows
}
