import { AppError } from '#contract/base/errors.ts'

import type { Place } from './statement-queries.ts'

/** Where a page of a statement ended, as its cursor; a client keeps it and does not read it. */
export function fromPlace({ at, sub }: Place): string {
  return sub === 0n ? String(at) : `${at}-${sub}`
}

/** Throws `invalid_parameter` for a text that is no cursor. */
export function toPlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, at, sub] = /^(\d{1,9})(?:-(\d{1,18}))?$/.exec(cursor) ?? []
  if (at === undefined) throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return { at: Number(at), sub: BigInt(sub ?? 0) }
}
