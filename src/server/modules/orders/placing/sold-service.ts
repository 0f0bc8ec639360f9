import type { Pool } from 'pg'

import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'
import { makeBatcher } from '#server/lib/limits/batcher.ts'
import type { Events } from '#server/lib/events/events.ts'

/** What validates an order of the service. The price is read by the placing statement. */
export type SoldService = {
  type: ServiceType
  platform: string
  category: string
  min: number
  max: number
}

export type SoldServices = {
  /** Cached, up to 30 s old. */
  find(id: number): Promise<SoldService | undefined>
  /** Read now; used before a refusal. */
  findFresh(id: number): Promise<SoldService | undefined>
}

const CACHE_MS = 30_000

/**
 * Caches services, so that placing costs one round trip. A stale entry never refuses or prices an order. Unknown ids are not
 * cached, because clients can send any number of them.
 */
export function makeSoldServices({ pool, events }: { pool: Pool; events: Events }): SoldServices {
  const cache = new Map<number, { service: SoldService; until: number }>()
  events.on('catalogue', () => cache.clear())

  const read = makeBatcher<number, { service: SoldService | undefined }>({
    max: 500,
    run: async (ids) => {
      const rows = await listSoldServices(pool, ids)
      const found = new Map(rows.map(({ id, ...row }) => [id, toSold(row)]))
      return ids.map((id) => ({ service: found.get(id) }))
    },
  })

  const findFresh = async (id: number) => {
    const { service } = await read(id)
    if (service === undefined) cache.delete(id)
    else cache.set(id, { service, until: performance.now() + CACHE_MS })
    return service
  }
  return {
    findFresh,
    async find(id) {
      const cached = cache.get(id)
      return cached !== undefined && cached.until > performance.now() ? cached.service : findFresh(id)
    },
  }
}

/** Undefined for a service type that is no longer sold. */
function toSold({
  type: spelled,
  ...row
}: Omit<SoldService, 'type'> & { type: string }): SoldService | undefined {
  const type = toServiceType(spelled)
  return type && { ...row, type }
}

/** Services that can be ordered. Excluded are those whose providers all have untrusted costs. */
async function listSoldServices(
  pool: Pool,
  ids: readonly number[],
): Promise<{ id: number; type: string; platform: string; category: string; min: number; max: number }[]> {
  const { rows } = await pool.query(
    `select services.id, type, services.platform, categories.name as category, min, max
    from services join categories on categories.id = category_id
    where services.id = any ($1::int[]) and is_active and deleted_at is null and (
      not exists (select from supplies join providers on providers.id = supplies.provider_id
        where supplies.service_id = services.id and not has_trusted_costs)
      or exists (select from supplies join providers on providers.id = supplies.provider_id
        where supplies.service_id = services.id and supplies.is_active and is_enabled and has_trusted_costs))`,
    [ids],
  )
  return rows
}
