import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import {
  CHANGES_LISTED_MAX,
  CHANGES_MAX,
  type getStaffAction as getting,
  type listStaffActions as listing,
  type StaffAction,
} from '#contract/audit-log/audit-log.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'

import {
  findRecordRow,
  listActors,
  listRecordRows,
  type RecordFilter,
  type RecordRow,
} from './audit-log-queries.ts'
import { findHead } from './staff-queries.ts'
import { toChanges } from './to-changes.ts'

/** A page of what staff did, newest first. */
export async function listStaffActions(
  { db, pool }: Context,
  { limit, cursor, ...filter }: RecordFilter & { limit: number; cursor?: string | undefined },
): Promise<Omit<AnswerOf<typeof listing>, 'success'>> {
  const [rows, head, actors] = await Promise.all([
    listRecordRows(db, filter, { below: fromCursor(cursor), count: limit + 1 }),
    findHead(pool),
    listActors(db),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    actions: rows.slice(0, limit).map((row) => toStaffAction(row, CHANGES_LISTED_MAX)),
    next_cursor: last === undefined ? null : String(last.number),
    head: head === undefined ? null : { number: Number(head.number), hash: head.hash.toString('hex') },
    actors,
  }
}

/** Throws `not_found`. */
export async function getStaffAction(
  { db }: Context,
  number: bigint,
): Promise<AnswerOf<typeof getting>['action']> {
  const row = await findRecordRow(db, number)
  if (row === undefined) throw new AppError('not_found')
  return { ...toStaffAction(row, CHANGES_MAX), hash: row.hash.toString('hex') }
}

const EXPORT_PAGE_ROWS = 500

/** All that the filters show with their hashes, a page in memory at a time. */
export async function* exportStaffActions(
  { db }: Context,
  filter: RecordFilter,
): AsyncGenerator<StaffAction & { hash: string }> {
  let below: bigint | undefined
  for (;;) {
    const rows = await listRecordRows(db, filter, { below, count: EXPORT_PAGE_ROWS })
    for (const row of rows) yield { ...toStaffAction(row, CHANGES_MAX), hash: row.hash.toString('hex') }
    below = rows.at(-1)?.number
    if (rows.length < EXPORT_PAGE_ROWS) return
  }
}

function toStaffAction(row: RecordRow, changesMax: number): StaffAction {
  const changes = toChanges(row)
  const { action, subject, subject_name, reason, address, created_at } = row
  return {
    number: Number(row.number),
    actor: { id: row.actor_id, name: row.actor_name },
    action,
    subject,
    subject_id: row.subject_id === null ? null : Number(row.subject_id),
    subject_name,
    changes: changes.slice(0, changesMax),
    changes_count: changes.length,
    reason,
    address,
    created_at,
  }
}
