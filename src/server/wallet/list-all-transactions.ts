import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { money } from '#contract/money.ts'
import { toBoundedPagination } from '#contract/paging.ts'
import type {
  AdminTransaction,
  exportAdminTransactions as exporting,
  listAdminTransactions as endpoint,
} from '#contract/wallet-desk.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/database/id-cursor.ts'
import { toNamedId } from '#server/database/search-text.ts'

import {
  type AnyLineRow,
  findNamedUsers,
  type LineKey,
  listAnyKeys,
  listAnyLines,
  listKeysOfId,
  listKeysOfReference,
  listKeysOfUsers,
} from './everybody-queries.ts'
import { toTransaction } from './to-transaction.ts'

/** How many are found at most: a page of 50 of them then reads fewer than 1,000 rows. */
const FOUND_MAX = 300

type Found = { keys: LineKey[]; isBounded: boolean }

/** A page of everybody's statement, newest first, of those that are found. */
export async function listAllTransactions(
  ctx: Context,
  { limit, page, before, cursor, ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const below = before === undefined ? fromCursor(cursor) : BigInt(before)
  const { keys, isBounded } = await findKeys(ctx, { ...filter, below })
  const found = toBoundedPagination(keys.length, { limit, max: FOUND_MAX })
  const shown = page * limit
  const asked = keys.slice(0, FOUND_MAX).slice(shown - limit, shown)
  const rows = await listAnyLines(ctx.db, asked)
  return {
    transactions: rows.map(toAdminTransaction),
    next_cursor: keys.length > shown ? String(asked.at(-1)?.id) : null,
    pagination: { ...found, isBounded: isBounded || found.isBounded },
  }
}

/** One line of the ledger, or an open deposit. Throws `not_found`. */
export async function getAnyTransaction(ctx: Context, id: bigint): Promise<AdminTransaction> {
  const keys = (await listKeysOfId(ctx.db, id)).filter((key) => key.id === id)
  const [row] = await listAnyLines(ctx.db, keys.slice(0, 1))
  if (row === undefined) throw new AppError('not_found')
  return toAdminTransaction(row)
}

const EXPORT_PAGE_ROWS = 500

/** All of them, or one customer's, a page in memory at a time; of a search what it finds. */
export async function* exportAllTransactions(
  ctx: Context,
  { search, user_id: userId }: QueryOf<typeof exporting>,
): AsyncGenerator<AdminTransaction> {
  if ((search ?? '') !== '') {
    const { keys } = await findKeys(ctx, { search, user_id: userId, below: undefined })
    yield* (await listAnyLines(ctx.db, keys)).map(toAdminTransaction)
    return
  }
  let below: bigint | undefined
  for (;;) {
    const keys = await listAnyKeys(ctx.db, { userId, below, count: EXPORT_PAGE_ROWS })
    yield* (await listAnyLines(ctx.db, keys)).map(toAdminTransaction)
    below = keys.at(-1)?.id
    if (keys.length < EXPORT_PAGE_ROWS) return
  }
}

/** Of so many customers whose name fits the newest lines are shown, in equal shares. */
const NAMED_MAX = 20

async function findKeys(
  { db }: Context,
  {
    search = '',
    user_id: userId,
    below,
  }: { search?: string | undefined; user_id?: number | undefined; below: bigint | undefined },
): Promise<Found> {
  if (search === '')
    return { keys: await listAnyKeys(db, { userId, below, count: FOUND_MAX + 1 }), isBounded: false }
  const isWanted = (key: LineKey) =>
    (userId === undefined || key.user_id === userId) && (below === undefined || key.id < below)
  const id = toNamedId(search)
  if (id !== undefined) return { keys: (await listKeysOfId(db, id)).filter(isWanted), isBounded: false }
  const referred = await listKeysOfReference(db, search)
  if (referred.length > 0) return { keys: referred.filter(isWanted), isBounded: false }
  const named = await findNamedUsers(db, search, NAMED_MAX + 1)
  const userIds = named.slice(0, NAMED_MAX).filter((one) => userId === undefined || one === userId)
  const count = Math.ceil((FOUND_MAX + 1) / Math.max(1, userIds.length))
  const keys = await listKeysOfUsers(db, { userIds, below, count })
  const hasMore = userIds.some((one) => keys.filter((key) => key.user_id === one).length === count)
  return { keys, isBounded: named.length > NAMED_MAX || hasMore }
}

function toAdminTransaction({ user_id, user_name, price, ...line }: AnyLineRow): AdminTransaction {
  return { ...toTransaction(line), user_id, user_name, price: price === null ? null : money(price) }
}
