import type { Client } from 'pg'

import { makeClient } from '#server/lib/postgres/pool.ts'

/**
 * A connection for filling a test's tables, which on a busy machine takes longer than a statement of the product
 * may.
 */
export async function unhurried(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = makeClient(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
