import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Events } from '#server/lib/events/events.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { readSettings } from './read-settings.ts'

/** News may get lost when a connection drops; then a change is seen after that long. */
const BELIEVED_MS = 30_000

export type KeptSettings = {
  /** With every change that this process has heard of. */
  read(): Promise<Settings>
}

/**
 * The operator's settings in memory, since every request may need them. Read again when somebody tells of a change,
 * when others could not be heard for a while, and now and then; while the database is away, the last ones hold.
 */
export function makeKeptSettings({
  db,
  events,
  log,
}: {
  db: Kysely<DB>
  events: Pick<Events, 'on'>
  log: Logger
}): KeptSettings {
  let current: { settings: Settings; at: number } | undefined
  let reading: Promise<Settings> | undefined
  let isStale = true

  const readAgain = async (): Promise<Settings> => {
    let settings: Settings
    do {
      isStale = false
      settings = await readSettings(db, log)
      // What was told of meanwhile may not be in what was read.
    } while (isStale)
    current = { settings, at: performance.now() }
    return settings
  }

  for (const topic of ['settings', 'gap'] as const) events.on(topic, () => (isStale = true))
  return {
    async read() {
      const isBelieved = current !== undefined && performance.now() - current.at < BELIEVED_MS
      if (current !== undefined && isBelieved && !isStale && reading === undefined) return current.settings
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
