import type { Pool } from 'pg'

import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'
import { makeCoalesce } from '#server/lib/limits/coalesce.ts'
import type { Events } from '#server/lib/events/events.ts'

import { listSoldServices } from './placing-queries.ts'

/** What decides how a customer's order is to be read; its price is read by the placing statement itself. */
export type SoldService = {
  type: ServiceType
  platform: string
  category: string
  min: number
  max: number
}

export type SoldServices = {
  /** As last read, possibly some seconds old in another process's wake. */
  find(id: number): Promise<SoldService | undefined>
  /** Read just now: before anybody is refused. */
  findFresh(id: number): Promise<SoldService | undefined>
}

const REMEMBERED_MS = 30_000

/**
 * Remembers services, so that placing costs one round trip. A stale one refuses nobody and prices nothing. What does
 * not exist is not remembered: there are as many ids of that kind as anybody likes to send.
 */
export function makeSoldServices({ pool, events }: { pool: Pool; events: Events }): SoldServices {
  const known = new Map<number, { service: SoldService; until: number }>()
  events.on('catalogue', () => known.clear())

  const read = makeCoalesce<number, { service: SoldService | undefined }>({
    max: 500,
    run: async (ids) => {
      const rows = await listSoldServices(pool, ids)
      const found = new Map(rows.map(({ id, ...row }) => [id, toSold(row)]))
      return ids.map((id) => ({ service: found.get(id) }))
    },
  })

  const findFresh = async (id: number) => {
    const { service } = await read(id)
    if (service === undefined) known.delete(id)
    else known.set(id, { service, until: performance.now() + REMEMBERED_MS })
    return service
  }
  return {
    findFresh,
    async find(id) {
      const remembered = known.get(id)
      return remembered !== undefined && remembered.until > performance.now()
        ? remembered.service
        : findFresh(id)
    },
  }
}

/** A type that is not sold any more is none. */
function toSold({
  type: spelled,
  ...row
}: Omit<SoldService, 'type'> & { type: string }): SoldService | undefined {
  const type = toServiceType(spelled)
  return type && { ...row, type }
}
