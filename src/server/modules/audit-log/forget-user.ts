import type { Tx } from '#server/lib/postgres/transact.ts'

import { deletePersonal } from './staff-queries.ts'
import type { Kept } from './transact-as-staff.ts'

/**
 * A person who is deleted leaves the record of staff as well: what staff once called them goes, what was done stays. The
 * answer belongs into the row that records the deletion: hashes of what is left of rows which earlier versions wrote with
 * the name inside, by which they are proven from then on.
 */
export async function forgetInRecord(tx: Tx, userId: number): Promise<Kept> {
  const rows = await deletePersonal(tx, userId)
  if (rows.length === 0) return {}
  return { forgot: Object.fromEntries(rows.map(({ number, left }) => [String(number), left])) }
}
