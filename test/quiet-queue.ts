import type { Pool } from 'pg'

/** Like a queue that has been full for a while: its rows are old, the planner knows them, and nothing else moves them. */
export async function makeQueueQuiet(pool: Pool, queue: 'poll_queue' | 'dispatch_queue'): Promise<void> {
  await pool.query(`alter table ${queue} set (autovacuum_enabled = false)`)
  // The worker reads new entries again for some seconds; these are old.
  await pool.query(`update ${queue} set due_at = now() - interval '11 minutes'`)
  await pool.query(`vacuum analyze ${queue}`)
}
