import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { toBoundedPagination } from '#contract/base/paging.ts'
import type {
  AdminTransaction,
  exportAdminTransactions as exporting,
  listAdminTransactions as endpoint,
} from '#contract/ledger/admin-transactions.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'
import { toNamedId } from '#server/lib/postgres/search-text.ts'

import {
  type AnyLineRow,
  findNamedUsers,
  type LineKey,
  listAnyKeys,
  listAnyLines,
  listKeysOfId,
  listKeysOfReference,
  listKeysOfUsers,
} from './all-transactions-queries.ts'
import { toTransaction } from './to-transaction.ts'

/** How many are found at most: a page of 50 of them then reads fewer than 1,000 rows. */
const FOUND_MAX = 300

/** `hasMore`: below the last of them. `isCut`: not of everybody who was meant. */
type Found = { keys: LineKey[]; hasMore: boolean; isCut: boolean }

/** A page of everybody's statement, newest first, of those that are found. */
export async function listAllTransactions(
  ctx: Context,
  { limit, page, before, cursor, ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const below = before === undefined ? fromCursor(cursor) : BigInt(before)
  const { keys, hasMore, isCut } = await findKeys(ctx, { ...filter, below })
  const found = toBoundedPagination(keys.length, { limit, max: FOUND_MAX })
  const end = Math.min(page * limit, FOUND_MAX)
  const rows = await listAnyLines(ctx.db, keys.slice((page - 1) * limit, end))
  const last = hasMore || keys.length > end ? keys.slice(0, end).at(-1) : undefined
  return {
    transactions: rows.map(toAdminTransaction),
    next_cursor: last === undefined ? null : String(last.id),
    pagination: { ...found, isBounded: isCut || hasMore || found.isBounded },
  }
}

/** One line of the ledger, or an open deposit. Throws `not_found`. */
export async function getAnyTransaction(ctx: Context, id: bigint): Promise<AdminTransaction> {
  const keys = (await listKeysOfId(ctx.db, id)).filter((key) => key.id === id)
  const [row] = await listAnyLines(ctx.db, keys.slice(0, 1))
  if (row === undefined) throw new AppError('not_found')
  return toAdminTransaction(row)
}

/** All of them, or one customer's, as many in memory at a time as are found at most; of a search what it finds. */
export async function* exportAllTransactions(
  ctx: Context,
  { search, user_id: userId }: QueryOf<typeof exporting>,
): AsyncGenerator<AdminTransaction> {
  let below: bigint | undefined
  for (;;) {
    const { keys, hasMore } = await findKeys(ctx, { search, user_id: userId, below })
    yield* (await listAnyLines(ctx.db, keys)).map(toAdminTransaction)
    below = keys.at(-1)?.id
    if (!hasMore) return
  }
}

/** Of so many customers whose name fits the newest lines are read, in equal shares. */
const NAMED_MAX = 20

async function findKeys(
  { db }: Context,
  {
    search = '',
    user_id: userId,
    below,
  }: { search?: string | undefined; user_id?: number | undefined; below: bigint | undefined },
): Promise<Found> {
  const whole = (keys: LineKey[]): Found => ({ keys, hasMore: false, isCut: false })
  if (search === '') {
    const keys = await listAnyKeys(db, { userId, below, count: FOUND_MAX + 1 })
    return { keys, hasMore: keys.length > FOUND_MAX, isCut: false }
  }
  const isWanted = (key: LineKey) =>
    (userId === undefined || key.user_id === userId) && (below === undefined || key.id < below)
  const id = toNamedId(search)
  if (id !== undefined) return whole((await listKeysOfId(db, id)).filter(isWanted))
  const referred = await listKeysOfReference(db, search)
  if (referred.length > 0) return whole(referred.filter(isWanted))
  const { userIds, isCut } = await findNamedUsers(db, { text: search, userId, max: NAMED_MAX })
  const count = Math.ceil((FOUND_MAX + 1) / Math.max(1, userIds.length))
  const keys = await listKeysOfUsers(db, { userIds, below, count })
  // Below the end of a share that is full that customer's next lines are not known yet: nothing of others' is shown there.
  const ends = userIds.flatMap((one) => keys.filter((key) => key.user_id === one)[count - 1] ?? [])
  const floor = ends.reduce((highest, { id: end }) => (end > highest ? end : highest), 0n)
  return { keys: keys.filter((key) => key.id >= floor), hasMore: ends.length > 0, isCut }
}

function toAdminTransaction({ user_id, user_name, price, ...line }: AnyLineRow): AdminTransaction {
  return { ...toTransaction(line), user_id, user_name, price: price === null ? null : money(price) }
}
