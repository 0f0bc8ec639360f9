import type { Context } from '#server/context.ts'

const EVERY_MS = 1_000

/**
 * Looks every second, and at once when it hears of a migration, whether the database still has the schema of which
 * `newest` was the last migration. `onChanged` is told once when it has not, in a sentence: this process would read and
 * write by rules that are not the database's any more.
 */
export function watchSchema(
  { pool, events }: Pick<Context, 'pool' | 'events'>,
  { newest, onChanged }: { newest: string; onChanged: (sentence: string) => void },
): { stop(): void } {
  let isLooking = false
  let isOver = false

  const look = async () => {
    if (isLooking || isOver) return
    isLooking = true
    try {
      const { rows } = await pool.query<{ name: string | null }>(
        'select max(name) as name from schema_migrations',
      )
      const name = rows[0]?.name ?? 'nothing'
      if (name === newest || isOver) return
      stop()
      onChanged(
        `The database has been migrated to ${name} by another version, and this process works with ${newest}: it ends. ` +
          'Start the version that fits.',
      )
    } catch {
      // A database out of reach is everybody's matter. The next look comes.
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), EVERY_MS)
  const off = events.on('schema', () => void look())
  const stop = () => {
    isOver = true
    clearInterval(timer)
    off()
  }
  return { stop }
}
