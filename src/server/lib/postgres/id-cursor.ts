import { AppError } from '#contract/base/errors.ts'

/** The maximum of ids that are 4-byte integers, such as users'. */
export const ID_MAX = 2_147_483_647

/** A cursor is the last id of the previous page. */
export function fromCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,18}$/.test(cursor))
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return BigInt(cursor)
}

type PageRequest = { limit: number; cursor?: string | undefined }
type Page<Row> = { rows: Row[]; nextCursor: string | null }

/**
 * A page of an in-memory list, after the row whose key is the cursor. That row may be hidden by `isShown` meanwhile. Throws
 * `invalid_parameter` for a key that is not in the list.
 */
export function toPageAfter<Row>(
  all: readonly Row[],
  { limit, cursor }: PageRequest,
  keyOf: (row: Row) => string | number,
  isShown: (row: Row) => boolean = () => true,
): Page<Row> {
  const at = cursor === undefined ? 0 : all.findIndex((row) => String(keyOf(row)) === cursor) + 1
  if (cursor !== undefined && at === 0)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  const rows = all.slice(at).filter(isShown)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last === undefined ? null : String(keyOf(last)) }
}

/** Sort position of a row: highest `at` first, then by key. */
export type SortPosition = { at: number; key: string }

/** A page of an in-memory list by sort position; the row that the cursor was made from need not exist any more. */
export function toPageBehind<Row>(
  all: readonly Row[],
  { limit, cursor }: PageRequest,
  positionOf: (row: Row) => SortPosition,
): Page<Row> {
  const [, at, key = ''] = /^(\d{1,16})-([\w-]{1,36})$/.exec(cursor ?? '') ?? []
  if (cursor !== undefined && at === undefined)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  const behind = all
    .map((row) => ({ row, own: positionOf(row) }))
    .filter(({ own }) => at === undefined || comparePositions(own, { at: Number(at), key }) > 0)
    .toSorted((one, other) => comparePositions(one.own, other.own))
  const last = behind.length > limit ? behind[limit - 1]?.own : undefined
  return {
    rows: behind.slice(0, limit).map(({ row }) => row),
    nextCursor: last === undefined ? null : `${last.at}-${last.key}`,
  }
}

function comparePositions(one: SortPosition, other: SortPosition): number {
  return other.at - one.at || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
}

/** The page of rows that were read with `limit + 1`, and the cursor of the next. */
export function toPage<Row extends { id: bigint | number }>(rows: Row[], limit: number): Page<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last === undefined ? null : String(last.id) }
}
