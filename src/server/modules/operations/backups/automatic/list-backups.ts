import { sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { Backup, listBackups as endpoint } from '#contract/operations/backups.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'

import { readLastBackup } from './read-last-backup.ts'

type Row = Omit<Backup, 'bytes' | 'check' | 'reason' | 'verdict_reason'> & {
  bytes: bigint
  check_state: Backup['check']
  fault: unknown
  verdict_fault: unknown
}

/** Newest first: existing, running and failed ones. */
export async function listBackups(
  ctx: Context,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const before = fromCursor(cursor)
  const { rows } = await sql<Row>`
    select id, kind, state, created_at, finished_at, nullif(place, '') as place, nullif(name, '') as name, bytes, is_sealed,
      fault, check_state, checked_at, verdict, verdict_fault
    from backups where (removed_at is null or state = 'failed') and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc limit ${limit + 1}`.execute(ctx.db)
  const page = toPage(rows, limit)
  const { nextAt, isLate } = await readLastBackup(ctx)
  return {
    backups: page.rows.map(({ fault, verdict_fault: verdictFault, check_state: check, bytes, ...row }) => ({
      ...row,
      check,
      bytes: Number(bytes),
      reason: readStoredFault(fault),
      verdict_reason: readStoredFault(verdictFault),
    })),
    next_cursor: page.nextCursor,
    next_at: nextAt,
    is_late: isLate,
  }
}
