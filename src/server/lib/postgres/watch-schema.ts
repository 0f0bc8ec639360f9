import type { Context } from '#server/context.ts'

const EVERY_MS = 1_000

type Ran = { name: string; version: string | null; isRolling: boolean }

/**
 * Checks every second, and at once after a migration's event, that this process's code fits the schema: `newest` is the last
 * migration, or those that followed it are rolling. If not, calls `onChanged` once with a message.
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
      const { rows } = await pool.query<Ran>(
        'select name, version, is_rolling as "isRolling" from schema_migrations where name >= $1 order by name',
        [newest],
      )
      const later = rows.filter(({ name }) => name !== newest)
      const isThere = later.length < rows.length
      if ((isThere && later.every(({ isRolling }) => isRolling)) || isStopped) return
      stop()
      const { name, version } = later.at(-1) ?? { name: 'an earlier one', version: null }
      onChanged(
        `The database has been migrated to ${name} by ${version ? `version ${version}` : 'another version'}, and this ` +
          `process needs ${newest}, so it ends. Start the matching version.`,
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
