import type { Pool } from 'pg'

import { findHead } from './staff-queries.ts'

/** How many actions of staff are on record, and the newest hash in hex: noted elsewhere, it proves the rest later. */
export async function readRecordHead(pool: Pool): Promise<{ count: number; head: string } | undefined> {
  const row = await findHead(pool)
  return row === undefined ? undefined : { count: Number(row.number), head: row.hash.toString('hex') }
}
