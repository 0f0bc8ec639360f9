import { isDeepStrictEqual } from 'node:util'

import { type Kysely, sql } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import type { CannedReply } from '#contract/support/canned-replies.ts'
import type {
  createCannedReply as endpoint,
  updateCannedReply as updateEndpoint,
} from '#contract/support/canned-replies.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

type Body = BodyOf<typeof endpoint>

export async function listCannedReplies({ db }: Pick<Context, 'db'>): Promise<CannedReply[]> {
  return listCannedRows(db)
}

/** Throws `invalid_fields` if the title is in use, and `state_conflict` if there are too many replies. */
export async function createCannedReply(ctx: Context, by: By, body: Body): Promise<CannedReply> {
  return transactAsStaff(ctx, by, async (tx, _publish, record) => {
    await lockCannedReplies(tx)
    const max = limits.cannedRepliesMax
    if ((await countCannedRows(tx)) >= max)
      throw new AppError('state_conflict', { reason: 'replies_many', max })
    const id = await insertCannedRow(tx, { ...body, now: ctx.clock() })
    if (id === undefined) throw titleTaken()
    record({ action: 'canned_reply.create', id, after: body })
    return getRow(tx, id)
  })
}

/** Throws `not_found`, and `invalid_fields` if the title is in use. */
export async function updateCannedReply(
  ctx: Context,
  by: By,
  { id, ...change }: BodyOf<typeof updateEndpoint> & { id: number },
): Promise<CannedReply> {
  return transactAsStaff(ctx, by, async (tx, _publish, record) => {
    await lockCannedReplies(tx)
    const before = textsOf(await getRow(tx, id))
    const { language = before.language, title = before.title, content = before.content } = change
    const after = { language, title, content }
    if (isDeepStrictEqual(after, before)) return getRow(tx, id)
    if (!(await updateCannedRow(tx, id, { ...after, now: ctx.clock() }))) throw titleTaken()
    record({ action: 'canned_reply.update', id, before, after })
    return getRow(tx, id)
  })
}

/** Throws `not_found`. */
export async function deleteCannedReply(ctx: Context, by: By, id: number): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, _publish, record) => {
    await lockCannedReplies(tx)
    const before = textsOf(await getRow(tx, id))
    await deleteCannedRow(tx, id)
    record({ action: 'canned_reply.delete', id, before })
  })
}

async function getRow(tx: Tx, id: number): Promise<CannedRow> {
  const row = await findCannedRow(tx, id)
  if (row === undefined) throw new AppError('not_found')
  return row
}

function textsOf({ language, title, content }: CannedRow) {
  return { language, title, content }
}

function titleTaken(): AppError {
  return invalidFields({ title: { code: 'title_taken' } })
}

const columns = ['id', 'language', 'title', 'content', 'updated_at'] as const
type NewReply = { language: Language; title: string; content: string; now: Date }

type CannedRow = NonNullable<Awaited<ReturnType<typeof findCannedRow>>>

async function findCannedRow(db: Kysely<DB>, id: number) {
  return db.selectFrom('canned_replies').select(columns).where('id', '=', id).executeTakeFirst()
}

/** At most `limits.cannedRepliesMax`. */
async function listCannedRows(db: Kysely<DB>): Promise<CannedRow[]> {
  return db.selectFrom('canned_replies').select(columns).orderBy('language').orderBy('title').execute()
}

async function countCannedRows(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('canned_replies')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if the language already has a reply with that title. */
async function insertCannedRow(tx: Tx, { now, ...written }: NewReply): Promise<number | undefined> {
  const row = await tx
    .insertInto('canned_replies')
    .values({ ...written, updated_at: now })
    .onConflict((at) => at.columns(['language', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False if another reply of that language has the title. */
async function updateCannedRow(tx: Tx, id: number, { now, ...written }: NewReply): Promise<boolean> {
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

async function deleteCannedRow(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('canned_replies').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Serializes changes until the tx ends, so that the checks before a write still hold. */
async function lockCannedReplies(tx: Tx): Promise<void> {
  await sql`lock table canned_replies in share row exclusive mode`.execute(tx)
}
