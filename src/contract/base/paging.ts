import * as z from 'zod/mini'
import { numberInText } from './fields.ts'
import { limits } from './limits.ts'

export const pageLimit = numberInText(z.int().check(z.minimum(1), z.maximum(limits.pageSizeMax)))

/** `limit` 1..200, 50 when absent (api.md). */
export const limit = z._default(pageLimit, limits.pageSize)

/** Keyset paging: the cursor is opaque to clients. */
export const cursorPaging = {
  limit,
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/))),
}

/** A page's number, 1 first. */
export const pageNumber = numberInText(z.int().check(z.minimum(1), z.maximum(1_000_000)))

/** Numbered pages, 1 first, or from a cursor on. */
export const pagePaging = { ...cursorPaging, page: z._default(pageNumber, 1) }

export const nextCursor = z.nullable(z.string())

export const pagination = z.object({ totalItems: z.int(), totalPages: z.int() })

export function toPagination(totalItems: number, limit: number): z.output<typeof pagination> {
  return { totalItems, totalPages: Math.max(1, Math.ceil(totalItems / limit)) }
}

/**
 * Of a numbered list over everybody's rows no count is kept, and none is made up: it finds so many at most, and says that
 * there are more (`isBounded`), which a search, the export or a list that begins further down (`before` an id) has.
 */
export const boundedPagination = z.extend(pagination, { isBounded: z.boolean() })

/** From how many were found when one more than the most was asked for. */
export function toBoundedPagination(
  found: number,
  { limit, max }: { limit: number; max: number },
): z.output<typeof boundedPagination> {
  return { ...toPagination(Math.min(found, max), limit), isBounded: found > max }
}
