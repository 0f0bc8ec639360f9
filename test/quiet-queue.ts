import type { Pool } from 'pg'

/** As a queue that has been full for a while: its rows are old, known to the planner, and moved by nobody else. */
export async function makeQueueQuiet(pool: Pool, queue: 'poll_queue' | 'dispatch_queue'): Promise<void> {
  await pool.query(`alter table ${queue} set (autovacuum_enabled = false)`)
  // New entries are read for some seconds whatever was read before: these are old.
  await pool.query(`update ${queue} set due_at = now() - interval '11 minutes'`)
  await pool.query(`vacuum analyze ${queue}`)
}
