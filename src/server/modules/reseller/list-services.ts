import { createHash } from 'node:crypto'

import { rateFor } from '#contract/catalogue/rate-for.ts'
import { quantityBounds } from '#contract/orders/order-rules.ts'
import type { ResellerService } from '#contract/reseller/reseller-call.ts'
import type { CustomerRates } from '#contract/users/customer-rates.ts'
import type { Context } from '#server/context.ts'
import { type CompressedBody, makeCompressedBody } from '#server/lib/compression/compress.ts'
import { mapInSlices } from '#server/lib/event-loop/in-slices.ts'
import type { Snapshot } from '#server/modules/catalogue/public/build-snapshot.ts'
import type { CatalogueSnapshot } from '#server/modules/catalogue/public/catalogue-snapshot.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import { toPlain } from './show-status.ts'

/** Max. cached lists; with 10,000 services each takes about 2 MB. Beyond that the least recently used one is dropped. */
export const LISTS_MAX = 32

type List = { version: string; body: CompressedBody }
type Lists = Map<string, Promise<List>>
type FindList = (userId: number) => Promise<List>

/**
 * The catalogue at the caller's own rates (reseller.md R12, R15). Built once per change and set of rates: customers
 * with the same discount and custom rates, mostly none, share one text and its compressed forms.
 */
export function makeServiceLists(ctx: Context, catalogue: Pick<CatalogueSnapshot, 'read'>): FindList {
  const made = new WeakMap<Snapshot, Lists>()
  return async (userId) => {
    const now = ctx.clock()
    const [snapshot, rule] = await Promise.all([catalogue.read(), readCustomerRates(ctx.db, { userId, now })])
    const lists: Lists = made.get(snapshot) ?? new Map()
    made.set(snapshot, lists)
    return findList(lists, snapshot, { rule, now })
  }
}

async function findList(
  lists: Lists,
  snapshot: Snapshot,
  { rule, now }: { rule: CustomerRates; now: Date },
): Promise<List> {
  const name = nameOf(rule)
  const list = lists.get(name) ?? buildList(snapshot, { rule, now })
  // The last one in the map is the most recently used.
  lists.delete(name)
  lists.set(name, list)
  const [oldest] = lists.size > LISTS_MAX ? lists.keys() : []
  if (oldest !== undefined) lists.delete(oldest)
  try {
    return await list
  } catch (error) {
    lists.delete(name)
    throw error
  }
}

/** Equal for equal rates. An expired discount is already left out. */
function nameOf({ discount_percent: percent, rates }: CustomerRates): string {
  return JSON.stringify([percent, Object.entries(rates).map(([id, rate]) => [id, String(rate)])])
}

async function buildList(
  { services }: Snapshot,
  { rule, now }: { rule: CustomerRates; now: Date },
): Promise<List> {
  const lines = await mapInSlices(services, (service) => {
    const { min, max } = quantityBounds(service)
    const line: ResellerService = {
      service: service.id,
      name: service.name,
      type: service.type,
      category: service.category.name,
      rate: toPlain(rateFor(service, rule, now)),
      min: String(min),
      max: String(max),
      refill: service.refill,
      cancel: service.cancel,
      dripfeed: false,
    }
    return JSON.stringify(line)
  })
  const text = `[${lines.join(',')}]`
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { version, body: makeCompressedBody(text, { isCached: true }) }
}
