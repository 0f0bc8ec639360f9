import * as z from 'zod/mini'
import { numberInText } from './fields.ts'
import { limits } from './limits.ts'

export const pageLimit = numberInText(z.int().check(z.minimum(1), z.maximum(limits.pageSizeMax)))

/** `limit` 1 to 200, default 50 (api.md). */
export const limit = z._default(pageLimit, limits.pageSize)

/** Keyset paging: the cursor is opaque to clients. */
export const cursorPaging = {
  limit,
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/))),
}

/** A page number, starting at 1. */
export const pageNumber = numberInText(z.int().check(z.minimum(1), z.maximum(1_000_000)))

/** Numbered pages, or after a cursor. */
export const pagePaging = { ...cursorPaging, page: z._default(pageNumber, 1) }

export const nextCursor = z.nullable(z.string())

export const pagination = z.object({ totalItems: z.int(), totalPages: z.int() })

export function toPagination(totalItems: number, limit: number): z.output<typeof pagination> {
  return { totalItems, totalPages: Math.max(1, Math.ceil(totalItems / limit)) }
}

/**
 * For numbered lists over all customers, which have no stored count: at most `max` rows are counted, and `isBounded` says that
 * there are more. To reach those: search, export, or `before` an id.
 */
export const boundedPagination = z.extend(pagination, { isBounded: z.boolean() })

/** From the number of rows found with a limit of `max + 1`. */
export function toBoundedPagination(
  found: number,
  { limit, max }: { limit: number; max: number },
): z.output<typeof boundedPagination> {
  return { ...toPagination(Math.min(found, max), limit), isBounded: found > max }
}
