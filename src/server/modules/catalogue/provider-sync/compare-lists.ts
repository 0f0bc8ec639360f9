import type { ChangeKind } from '#contract/providers/provider-actions.ts'
import type { SyncProblem } from '#contract/messaging/notification-codes.ts'
import { isHigher } from '#server/modules/catalogue/prices/price-supply.ts'
import { trimDecimal } from '#server/integrations/panels/decimals.ts'
import type { PanelService, PanelServiceList } from '#server/integrations/panels/panel.ts'

/** A service as the provider last offered it. `rate` is per 1000 in its currency, a decimal string without trailing zeros. */
export type Offer = { service: string; name: string; type: string; rate: string; min: number; max: number }

export type Known = ReadonlyMap<string, Offer>
export type ListChange = {
  service: string
  kind: Exclude<ChangeKind, 'back'>
  before: string | null
  after: string | null
}

const INTEGER_MAX = 2_147_483_647
const NAME_MAX = 500
/** Shorter lists are not checked for missing services or price jumps. */
const ENOUGH_TO_DOUBT = 4
const ENOUGH_PRICES = 10
/**
 * A median price this many times higher or lower means that the list is in another currency or unit. A charge this many
 * times the rate is not believed either.
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

/** Why a list is not believed, compared with the one before; undefined for a plausible one. */
export function doubtList(known: Known, list: PanelServiceList): SyncProblem | undefined {
  if (list.services.length === 0) return 'empty'
  const present = presentIn(list)
  const missing = [...known.keys()].filter((service) => !present.has(service)).length
  if (known.size >= ENOUGH_TO_DOUBT && missing * 2 >= known.size) return 'half_missing'
  // Floats are precise enough here: no money is computed from them.
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

/** Unreadable rows count as present and unchanged. The first list of a provider reports nothing as new. */
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
