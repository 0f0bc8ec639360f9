import type { TestApp } from './app.ts'

/** Locks a customer's account as a balance change does; others wait until `letGo`. */
export async function holdAccount({ database }: TestApp, userId: number) {
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from accounts where user_id = $1 for no key update', [userId])
  return {
    letGo: async () => {
      await holder.query('commit')
      holder.release()
    },
  }
}

/** Statements in the test's database that wait for a lock. */
export async function countLockWaits({ database }: TestApp): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
