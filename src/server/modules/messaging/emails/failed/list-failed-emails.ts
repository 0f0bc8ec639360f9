import { AppError } from '#contract/base/errors.ts'
import type { GivenUpLetter } from '#contract/messaging/failed-emails.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import { readStoredFault } from '#server/integrations/stored-fault.ts'
import { shownAddress } from '#server/modules/audit-log/shown-address.ts'

import { type GivenUpPlace, type GivenUpRow, listGivenUpRows } from './failed-emails-queries.ts'

/** A page of the letters that were given up, and where the next one begins. */
export async function listGivenUp(
  { db }: Pick<Context, 'db'>,
  { staff, cursor, limit }: { staff: Staff; cursor: string | undefined; limit: number },
): Promise<{ letters: GivenUpLetter[]; nextCursor: string | null }> {
  const found = await listGivenUpRows(db, { after: readPlace(cursor), count: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    letters: rows.map((row) => toLetter(staff, row)),
    nextCursor: last === undefined ? null : writePlace(last),
  }
}

function toLetter(staff: Staff, { hash, fault, ...row }: GivenUpRow): GivenUpLetter {
  const receiver = shownAddress(staff, row.receiver)
  return { ...row, receiver, id: `${row.user_id}-${hash}`, reason: readStoredFault(fault) }
}

function writePlace({ given_up_at: at, user_id: userId, hash }: GivenUpRow): string {
  return `${at.getTime()}-${userId}-${hash}`
}

function readPlace(cursor: string | undefined): GivenUpPlace | undefined {
  if (cursor === undefined) return undefined
  const [, at, userId, hash] = /^(\d{1,14})-(\d{1,10})-([0-9a-f]{32})$/.exec(cursor) ?? []
  if (at === undefined || hash === undefined || Number(userId) > ID_MAX)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return { givenUpAt: new Date(Number(at)), userId: Number(userId), hash }
}
