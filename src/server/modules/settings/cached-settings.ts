import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Events } from '#server/lib/events/events.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { readSettings } from './read-settings.ts'

/** An event may be lost when a connection drops; the change is then noticed after this time. */
const FRESH_MS = 30_000

export type CachedSettings = {
  /** Includes every change whose event this process has received. */
  read(): Promise<Settings>
}

/**
 * The operator's settings in memory, since every request may need them. Read again after a change event, after a gap in
 * the events, and every 30 s. While the database is unavailable, the last ones apply.
 */
export function makeCachedSettings({
  db,
  events,
  log,
}: {
  db: Kysely<DB>
  events: Pick<Events, 'on'>
  log: Logger
}): CachedSettings {
  let current: { settings: Settings; at: number } | undefined
  let reading: Promise<Settings> | undefined
  let isStale = true

  const readAgain = async (): Promise<Settings> => {
    let settings: Settings
    do {
      isStale = false
      settings = await readSettings(db, log)
      // An event received meanwhile may be about a change that was not read.
    } while (isStale)
    current = { settings, at: performance.now() }
    return settings
  }

  for (const topic of ['settings', 'gap'] as const) events.on(topic, () => (isStale = true))
  return {
    async read() {
      const isFresh = current !== undefined && performance.now() - current.at < FRESH_MS
      if (current !== undefined && isFresh && !isStale && reading === undefined) return current.settings
      reading ??= readAgain().finally(() => (reading = undefined))
      try {
        return await reading
      } catch (error) {
        isStale = true
        if (current === undefined) throw error
        log.warn({ error: String(error) }, 'the settings could not be read again; the last ones hold')
        return current.settings
      }
    },
  }
}
