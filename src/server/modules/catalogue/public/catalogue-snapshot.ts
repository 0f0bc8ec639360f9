import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { listCategoryRows } from '#server/modules/catalogue/services/service-queries.ts'

import { buildSnapshot, type Snapshot } from './build-snapshot.ts'
import { listShownServices } from './shown-services.ts'

/** An event may be lost when a connection drops; then a change is found after this time. */
const REFRESH_EVERY_MS = 30_000

export type CatalogueSnapshot = {
  /** The catalogue with every change whose event this process has received. */
  read(): Promise<Snapshot>
  /** Rebuilds if the version in the database differs. */
  refresh(): Promise<void>
  stop(): void
}

/**
 * The catalogue in memory. It is rebuilt once per change, however many requests come in; they wait for it (about 100 ms for
 * 10,000 services). While the database is unavailable the last snapshot is served.
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
      const from = await readCatalogueVersion(ctx.db) // before the rows: the next refresh finds a change in between
      const shown = await listShownServices(ctx.db)
      // After the services, so that their categories are included: categories are never deleted.
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
  const refresh = async () => {
    if ((await readCatalogueVersion(ctx.db)) === builtFrom) return
    isStale = true
    await read()
  }

  const offs = (['catalogue', 'gap'] as const).map((topic) => ctx.events.on(topic, () => (isStale = true)))
  const timer = setInterval(() => void refresh().catch(() => undefined), REFRESH_EVERY_MS).unref()
  return {
    read,
    refresh,
    stop() {
      for (const off of offs) off()
      clearInterval(timer)
    },
  }
}

/** Incremented by every commit that publishes a `catalogue` event (`lib/postgres/transact.ts`). */
export async function readCatalogueVersion(db: Kysely<DB>): Promise<bigint> {
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
  return version
}
