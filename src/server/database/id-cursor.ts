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

/** Of `limit` + 1 rows: the page, and where the next one begins. */
export function toPage<Row extends { id: bigint }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last === undefined ? null : String(last.id) }
}
