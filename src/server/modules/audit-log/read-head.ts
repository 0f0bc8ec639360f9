import { makeClient } from '#server/lib/postgres/pool.ts'

import { findHead } from './staff-queries.ts'

/** How many actions of staff are on record, and the newest hash in hex: noted elsewhere, it proves the rest later. */
export async function readRecordHead(url: string): Promise<{ count: number; head: string } | undefined> {
  const client = makeClient(url, 'tally-and-reach audit')
  await client.connect()
  const row = await findHead(client).finally(() => client.end())
  return row === undefined ? undefined : { count: Number(row.number), head: row.hash.toString('hex') }
}
