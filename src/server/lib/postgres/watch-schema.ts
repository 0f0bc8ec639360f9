import type { Context } from '#server/context.ts'

const EVERY_MS = 1_000

/**
 * Checks every second, and at once after a migration's event, that `newest` is still the database's last migration. If not,
 * calls `onChanged` once with a message: this process's code doesn't fit the schema any more.
 */
export function watchSchema(
  { pool, events }: Pick<Context, 'pool' | 'events'>,
  { newest, onChanged }: { newest: string; onChanged: (sentence: string) => void },
): { stop(): void } {
  let isChecking = false
  let isStopped = false

  const check = async () => {
    if (isChecking || isStopped) return
    isChecking = true
    try {
      const { rows } = await pool.query<{ name: string | null }>(
        'select max(name) as name from schema_migrations',
      )
      const name = rows[0]?.name ?? 'nothing'
      if (name === newest || isStopped) return
      stop()
      onChanged(
        `The database has been migrated to ${name} by another version, and this process needs ${newest}, so it ends. ` +
          'Start the matching version.',
      )
    } catch {
      // The database can't be reached; the next check follows.
    } finally {
      isChecking = false
    }
  }

  const timer = setInterval(() => void check(), EVERY_MS)
  const off = events.on('schema', () => void check())
  const stop = () => {
    isStopped = true
    clearInterval(timer)
    off()
  }
  return { stop }
}
