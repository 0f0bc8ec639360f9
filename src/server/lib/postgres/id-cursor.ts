import { AppError } from '#contract/base/errors.ts'

/** Of ids that are whole numbers of 4 bytes, as users' are: what is larger names nothing. */
export const ID_MAX = 2_147_483_647

/** A cursor is the id that a page ended with. */
export function fromCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,18}$/.test(cursor))
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return BigInt(cursor)
}

type Asked = { limit: number; cursor?: string | undefined }
type Page<Row> = { rows: Row[]; nextCursor: string | null }

/**
 * Of a whole list in its own order: so many after the row whose key the cursor is, of those that are shown. One that is
 * not shown any more still has its place. Throws `invalid_parameter` for a key that the whole list does not have.
 */
export function toPageAfter<Row>(
  all: readonly Row[],
  { limit, cursor }: Asked,
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

/** Where a row stands: the highest first, what is alike by its key. */
export type Standing = { at: number; key: string }

/** Of a whole list so many, from where the row stood that the cursor was made of: it need not be there any more. */
export function toPageBehind<Row>(
  all: readonly Row[],
  { limit, cursor }: Asked,
  standingOf: (row: Row) => Standing,
): Page<Row> {
  const [, at, key = ''] = /^(\d{1,16})-([\w-]{1,36})$/.exec(cursor ?? '') ?? []
  if (cursor !== undefined && at === undefined)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  const behind = all
    .map((row) => ({ row, own: standingOf(row) }))
    .filter(({ own }) => at === undefined || compareStandings(own, { at: Number(at), key }) > 0)
    .toSorted((one, other) => compareStandings(one.own, other.own))
  const last = behind.length > limit ? behind[limit - 1]?.own : undefined
  return {
    rows: behind.slice(0, limit).map(({ row }) => row),
    nextCursor: last === undefined ? null : `${last.at}-${last.key}`,
  }
}

function compareStandings(one: Standing, other: Standing): number {
  return other.at - one.at || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
}

/** Of more than `limit` rows: the page, and where the next one begins. */
export function toPage<Row extends { id: bigint | number }>(rows: Row[], limit: number): Page<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last === undefined ? null : String(last.id) }
}
