import { isDeepStrictEqual } from 'node:util'

import type { CannedReply } from '#contract/support/canned-replies.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import type {
  createCannedReply as endpoint,
  updateCannedReply as updateEndpoint,
} from '#contract/support/canned-replies.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import * as queries from './canned-queries.ts'

type Body = BodyOf<typeof endpoint>

export async function listCannedReplies({ db }: Pick<Context, 'db'>): Promise<CannedReply[]> {
  return queries.listCannedRows(db)
}

/** Throws `invalid_fields` for a title that is taken, and `state_conflict` where there are too many. */
export async function createCannedReply(ctx: Context, by: By, body: Body): Promise<CannedReply> {
  return transactAsStaff(ctx, by, async (tx, _tell, record) => {
    await queries.lockCannedReplies(tx)
    const max = limits.cannedRepliesMax
    if ((await queries.countCannedRows(tx)) >= max)
      throw new AppError('state_conflict', { reason: 'replies_many', max })
    const id = await queries.insertCannedRow(tx, { ...body, now: ctx.clock() })
    if (id === undefined) throw titleTaken()
    record({ action: 'canned_reply.create', id, after: body })
    return getRow(tx, id)
  })
}

/** Throws `not_found`, and `invalid_fields` for a title that is taken. */
export async function updateCannedReply(
  ctx: Context,
  by: By,
  { id, ...change }: BodyOf<typeof updateEndpoint> & { id: number },
): Promise<CannedReply> {
  return transactAsStaff(ctx, by, async (tx, _tell, record) => {
    await queries.lockCannedReplies(tx)
    const before = keptOf(await getRow(tx, id))
    const { language = before.language, title = before.title, content = before.content } = change
    const after = { language, title, content }
    if (isDeepStrictEqual(after, before)) return getRow(tx, id)
    if (!(await queries.updateCannedRow(tx, id, { ...after, now: ctx.clock() }))) throw titleTaken()
    record({ action: 'canned_reply.update', id, before, after })
    return getRow(tx, id)
  })
}

/** Throws `not_found`. */
export async function deleteCannedReply(ctx: Context, by: By, id: number): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, _tell, record) => {
    await queries.lockCannedReplies(tx)
    const before = keptOf(await getRow(tx, id))
    await queries.deleteCannedRow(tx, id)
    record({ action: 'canned_reply.delete', id, before })
  })
}

async function getRow(tx: Tx, id: number): Promise<queries.CannedRow> {
  const row = await queries.findCannedRow(tx, id)
  if (row === undefined) throw new AppError('not_found')
  return row
}

function keptOf({ language, title, content }: queries.CannedRow) {
  return { language, title, content }
}

function titleTaken(): AppError {
  return invalidFields({ title: { code: 'title_taken' } })
}
