import type { Context } from '#server/context.ts'

import { buildSnapshot, type Snapshot } from './build-snapshot.ts'
import { listShownServices, readCatalogueVersion } from './catalogue-queries.ts'
import { listCategoryRows } from '#server/modules/catalogue/services/admin-index-queries.ts'

/** News may get lost when a connection drops; then a change shows after that long. */
const LOOK_EVERY_MS = 30_000

export type CatalogueSnapshot = {
  /** The catalogue with every change that this process has heard of. */
  read(): Promise<Snapshot>
  /** Rebuilds when the database says so, whatever the news. */
  look(): Promise<void>
  stop(): void
}

/**
 * The catalogue in memory. Built once per change, however many ask meanwhile; while the database is away, the last
 * one stays. Whoever asks after a change was heard waits for it (some 100 ms for 10,000 services).
 */
export function makeCatalogueSnapshot(ctx: Context): CatalogueSnapshot {
  let current: Snapshot | undefined
  let builtFrom: bigint | undefined
  let building: Promise<Snapshot> | undefined
  let isStale = true

  const build = async (): Promise<Snapshot> => {
    let built: Snapshot
    do {
      isStale = false
      const from = await readCatalogueVersion(ctx.db) // before the rows: a change in between is seen by the next look
      const shown = await listShownServices(ctx.db)
      // After the services, so that theirs are among them: none is ever deleted.
      built = current = await buildSnapshot(shown, await listCategoryRows(ctx.db))
      builtFrom = from
    } while (isStale)
    return built
  }
  const read = async (): Promise<Snapshot> => {
    if (!isStale && current !== undefined && building === undefined) return current
    building ??= build().finally(() => (building = undefined))
    try {
      return await building
    } catch (error) {
      isStale = true
      if (current === undefined) throw error
      ctx.log.warn({ error: String(error) }, 'the catalogue could not be read again; the last one is served')
      return current
    }
  }
  const look = async () => {
    if ((await readCatalogueVersion(ctx.db)) === builtFrom) return
    isStale = true
    await read()
  }

  const offs = (['catalogue', 'gap'] as const).map((topic) => ctx.events.on(topic, () => (isStale = true)))
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref()
  return {
    read,
    look,
    stop() {
      for (const off of offs) off()
      clearInterval(timer)
    },
  }
}
