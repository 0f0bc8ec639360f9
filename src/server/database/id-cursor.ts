import { AppError } from '#contract/errors.ts'

/** Of ids that are whole numbers of 4 bytes, as users' are: what is larger names nothing. */
export const ID_MAX = 2_147_483_647

/** A cursor is the id that a page ended with. */
export function fromCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,18}$/.test(cursor))
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return BigInt(cursor)
}

/** Of a whole list in its own order: so many after the row whose key the cursor is. Throws `invalid_parameter` where none is. */
export function toPageAfter<Row>(
  all: readonly Row[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  keyOf: (row: Row) => string | number,
): { rows: Row[]; nextCursor: string | null } {
  const at = cursor === undefined ? 0 : all.findIndex((row) => String(keyOf(row)) === cursor) + 1
  if (cursor !== undefined && at === 0)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  const rows = all.slice(at, at + limit)
  const last = rows.at(-1)
  const hasMore = last !== undefined && at + rows.length < all.length
  return { rows, nextCursor: hasMore ? String(keyOf(last)) : null }
}

/** Of `limit` + 1 rows: the page, and where the next one begins. */
export function toPage<Row extends { id: bigint }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last === undefined ? null : String(last.id) }
}
