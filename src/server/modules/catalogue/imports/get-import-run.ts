import { AppError } from '#contract/base/errors.ts'
import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type { ImportRowError, ImportRun, listImports } from '#contract/catalogue/import-runs.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'

import { listTold, type ToldItem } from './items-queries.ts'
import { findImportRow, type ImportRow, listImportRows } from './read-queries.ts'

/** So many rows of which something is to be said are shown; the reasons count all of them. */
const SHOWN_MAX = 100

/** How far it is, and what it did. Throws `not_found`. */
export async function getImportRun(ctx: Context, id: number): Promise<ImportRun> {
  const row = await findImportRow(ctx.db, id)
  if (row === undefined) throw new AppError('not_found')
  return present(row, (await listTold(ctx.db, id, SHOWN_MAX)).map(toRowError))
}

/** A page of them, newest first, without their rows. */
export async function listImportRuns(
  ctx: Context,
  { limit, cursor }: QueryOf<typeof listImports>,
): Promise<Omit<AnswerOf<typeof listImports>, 'success'>> {
  const rows = await listImportRows(ctx.db, { below: fromCursor(cursor), count: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    imports: shown.map((row) => present(row, [])),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
  }
}

function present(row: ImportRow, rowErrors: ImportRowError[]): ImportRun {
  const { total, created, updated, skipped, errors } = row
  const textsOver = row.texts_done + row.texts_failed
  const isTranslating = row.state === 'running' && textsOver < row.texts
  return {
    id: row.id,
    provider: { id: row.provider_id, slug: row.slug, name: row.provider_name },
    by: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    state: row.state,
    stage: row.state !== 'running' ? 'over' : isTranslating ? 'translating' : 'writing',
    percent: row.state === 'running' ? percentOf(row, textsOver) : 100,
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

/** Never all of it before it is over. */
function percentOf(
  { total, texts, created, updated, skipped, errors }: ImportRow,
  textsOver: number,
): number {
  const done = textsOver + created + updated + skipped + errors
  return Math.min(99, Math.floor((100 * done) / Math.max(1, total + texts)))
}

function toRowError({
  provider_service: service,
  name,
  code,
  unsold_type: type,
  word,
}: ToldItem): ImportRowError {
  return code === null || (type !== null && code === 'already_there')
    ? { service, name, code: 'type_not_understood', word: type ?? '' }
    : { service, name, code, word }
}
