import { sql } from 'kysely'

import {
  type getOwnActions as endpoint,
  OWN_ACTIONS_COUNTED_MAX,
  OWN_ACTIONS_MAX,
} from '#contract/audit-log/audit-log.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

type Row = { number: bigint; action: string; subject: string; subject_id: bigint | null; created_at: Date }

/**
 * A staff member's actions on this UTC day. Reads only their newest rows by the index on actors, up to the counted
 * maximum.
 */
export async function getOwnActions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actorId: number,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const midnight = new Date(clock().toISOString().slice(0, 10))
  const { rows } = await sql<Row>`
    select number, action, subject, subject_id, created_at from (
      select number, action, subject, subject_id, created_at from audit_log
      where actor_id = ${actorId} order by number desc limit ${OWN_ACTIONS_COUNTED_MAX}
    ) newest
    where created_at >= ${midnight} order by number desc`.execute(db)
  const actions = rows.slice(0, OWN_ACTIONS_MAX).map(({ number, subject_id, ...row }) => ({
    ...row,
    number: Number(number),
    subject_id: subject_id === null ? null : Number(subject_id),
  }))
  return { actions, count: rows.length }
}
