import { type Kysely, sql } from 'kysely'

import type { Language } from '#contract/base/languages.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

const columns = ['id', 'language', 'title', 'content', 'updated_at'] as const
type Written = { language: Language; title: string; content: string; now: Date }

export type CannedRow = NonNullable<Awaited<ReturnType<typeof findCannedRow>>>

export async function findCannedRow(db: Kysely<DB>, id: number) {
  return db.selectFrom('canned_replies').select(columns).where('id', '=', id).executeTakeFirst()
}

/** `limits.cannedRepliesMax` at most. */
export async function listCannedRows(db: Kysely<DB>): Promise<CannedRow[]> {
  return db.selectFrom('canned_replies').select(columns).orderBy('language').orderBy('title').execute()
}

export async function countCannedRows(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('canned_replies')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined where there is one of that title in that language. */
export async function insertCannedRow(tx: Tx, { now, ...written }: Written): Promise<number | undefined> {
  const row = await tx
    .insertInto('canned_replies')
    .values({ ...written, updated_at: now })
    .onConflict((at) => at.columns(['language', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False where another has that title in that language. */
export async function updateCannedRow(tx: Tx, id: number, { now, ...written }: Written): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('canned_replies')
    .set({ ...written, updated_at: now })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('canned_replies as other')
            .select('other.id')
            .where('other.language', '=', written.language)
            .where('other.title', '=', written.title)
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteCannedRow(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('canned_replies').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Until the tx ends: they are written one at a time, so what was looked at holds. */
export async function lockCannedReplies(tx: Tx): Promise<void> {
  await sql`lock table canned_replies in share row exclusive mode`.execute(tx)
}
