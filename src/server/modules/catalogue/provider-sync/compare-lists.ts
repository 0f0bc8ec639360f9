import type { ChangeKind } from '#contract/providers/provider-actions.ts'
import type { SyncTrouble } from '#contract/messaging/sync-problems.ts'
import { isHigher } from '#server/modules/catalogue/prices/price-supply.ts'
import {
  type PanelService,
  type PanelServiceList,
  trimDecimal,
} from '#server/integrations/panels/read-services.ts'

import type { Offer } from './offers-queries.ts'

export type Known = ReadonlyMap<string, Offer>
export type ListChange = {
  service: string
  kind: Exclude<ChangeKind, 'back'>
  before: string | null
  after: string | null
}

const INTEGER_MAX = 2_147_483_647
const NAME_MAX = 500
/** Fewer say nothing of the whole. */
const ENOUGH_TO_DOUBT = 4
const ENOUGH_PRICES = 10
/**
 * Most prices so many times what they were, or a so many times smaller part: the list counts in something else. A charge of
 * more than so many times the rate is not believed either.
 */
export const TIMES_DOUBTED = 5n

export function toOffer({ service, name, type, rate, min, max }: PanelService): Offer {
  return {
    service,
    name: name.replaceAll('\0', '').slice(0, NAME_MAX).toWellFormed(),
    type: type.replaceAll('\0', ''),
    rate: trimDecimal(rate),
    min: Math.min(min, INTEGER_MAX),
    max: Math.min(max, INTEGER_MAX),
  }
}

/** What speaks against believing a list, as against what was offered before; undefined for one like any other. */
export function doubtList(known: Known, list: PanelServiceList): SyncTrouble | undefined {
  if (list.services.length === 0) return 'empty'
  const present = presentIn(list)
  const missing = [...known.keys()].filter((service) => !present.has(service)).length
  if (known.size >= ENOUGH_TO_DOUBT && missing * 2 >= known.size) return 'half_missing'
  // A price in figures is enough to see that it is another currency's: no money is reckoned with it.
  const times = list.services
    .flatMap(({ service, rate }) => {
      const before = Number(known.get(service)?.rate ?? 0)
      return before > 0 && Number(rate) > 0 ? [Number(rate) / before] : []
    })
    .toSorted((one, other) => one - other)
  const middle = times[Math.floor(times.length / 2)] ?? 1
  const isFar = middle >= Number(TIMES_DOUBTED) || middle <= 1 / Number(TIMES_DOUBTED)
  return times.length >= ENOUGH_PRICES && isFar ? 'prices' : undefined
}

/**
 * What a list changes of what was known. A row that can not be read says nothing: its service stands as it was known.
 * Where nothing was known before, nothing is new.
 */
export function compareLists(
  known: Known,
  list: PanelServiceList,
): { offers: Map<string, Offer>; gone: string[]; changes: ListChange[] } {
  const offers = new Map(list.services.map((one) => [one.service, toOffer(one)]))
  const present = presentIn(list)
  const gone = [...known.keys()].filter((service) => !present.has(service))
  const changes: ListChange[] = gone.map((service) => ({
    service,
    kind: 'gone',
    before: known.get(service)?.rate ?? null,
    after: null,
  }))
  for (const offer of offers.values()) {
    const before = known.get(offer.service)
    if (before !== undefined) changes.push(...compareOffers(before, offer))
    else if (known.size > 0)
      changes.push({ service: offer.service, kind: 'new', before: null, after: offer.rate })
  }
  return { offers, gone, changes }
}

function compareOffers(before: Offer, after: Offer): ListChange[] {
  const { service } = after
  const changes: ListChange[] = []
  if (before.rate !== after.rate)
    changes.push({
      service,
      kind: isHigher(after.rate, before.rate) ? 'price_up' : 'price_down',
      before: before.rate,
      after: after.rate,
    })
  for (const kind of ['min', 'max', 'type', 'name'] as const)
    if (before[kind] !== after[kind])
      changes.push({ service, kind, before: String(before[kind]), after: String(after[kind]) })
  return changes
}

function presentIn({ services, unread }: PanelServiceList): Set<string> {
  const unreadIds = unread.flatMap(({ service }) => (service === null ? [] : [service]))
  return new Set([...services.map(({ service }) => service), ...unreadIds])
}
