import type { MeasuredTime } from '#contract/catalogue/catalogue.ts'
import type { LinkTarget } from '#contract/orders/link-target.ts'
import type { Money } from '#contract/base/money.ts'
import { markNoRefill, NO_REFILL } from '#contract/catalogue/refill-words.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'
import { foldText, searchWords } from '#web/ui/text/fold-text.ts'

/** A service as pickers and lists know it: without its description. */
export type IndexedService = {
  id: number
  name: string
  category: { id: number; name: string }
  platform: string
  rate: Money
  min: number
  max: number
  type: ServiceType
  refill: boolean
  cancel: boolean
  /** The supplier's claim. */
  averageTime: string | null
  /** Measured from the shop's own orders. */
  measuredTime: MeasuredTime | null
}

/** A service with its words prepared, so that a key press only compares. */
export type SearchableService = IndexedService & {
  readonly searchName: string
  readonly searchAll: string
}

export type ServiceFilter = {
  /** The search text; a link finds services for its target, regardless of other filters. */
  text: string
  platform?: string | undefined
  categoryId?: number | undefined
  /** A link that is already known: without a search text, services for it come first. */
  linked?: LinkTarget | undefined
}

export function toSearchable(service: IndexedService): SearchableService {
  const searchName = ` ${markNoRefill(foldText(service.name))}`
  const hasRefill = service.refill || searchName.includes(' refill')
  return {
    ...service,
    searchName,
    searchAll: [
      ` ${service.id}${searchName}`,
      foldText(service.category.name),
      foldText(service.platform),
      hasRefill ? 'refill' : NO_REFILL,
    ].join(' '),
  }
}

/**
 * The services in which every word of the text starts a word (id, name, category, platform, and whether it refills),
 * best first and otherwise in the catalogue's order. If no word starts that way, matches within words count too. 10,000
 * services take 1 to 3 ms, and less if the text extends the previous one: no sorting, since there are few ranks.
 */
export function searchServices(
  services: readonly SearchableService[],
  { text, platform, categoryId }: ServiceFilter,
): SearchableService[] {
  const isAsked = (service: SearchableService) =>
    (platform === undefined || service.platform === platform) &&
    (categoryId === undefined || service.category.id === categoryId)
  const words = searchWords(text)
  if (words.length === 0) return services.filter(isAsked)
  const phrase = words.join(' ')
  const starts = words.map((word) => ` ${word}`)
  const found = matching(services, starts, 'starts').filter(isAsked)
  if (found.length > 0) return ranked(found, starts, phrase)
  return ranked(matching(services, words, 'middles').filter(isAsked), words, phrase)
}

type Match = { needles: readonly string[]; found: readonly SearchableService[] }

/** Results of the previous text, per list, by starts of words and by matches within them. */
const before = {
  starts: new WeakMap<readonly SearchableService[], Match>(),
  middles: new WeakMap<readonly SearchableService[], Match>(),
}

/** The services that match all words. A longer text matches a subset of what was found before, so only that is searched. */
function matching(
  services: readonly SearchableService[],
  needles: readonly string[],
  by: keyof typeof before,
): readonly SearchableService[] {
  const last = before[by].get(services)
  const goesOn = last?.needles.every((part) => needles.some((needle) => needle.includes(part))) === true
  const found = (goesOn ? last.found : services).filter(({ searchAll }) =>
    needles.every((needle) => searchAll.includes(needle)),
  )
  before[by].set(services, { needles, found })
  return found
}

/** Ranks: the id; a name starting with the text; one containing it as a phrase; all words in the name; elsewhere too. */
function ranked(
  services: readonly SearchableService[],
  needles: readonly string[],
  phrase: string,
): SearchableService[] {
  const ranks: SearchableService[][] = [[], [], [], [], []]
  for (const service of services) {
    ranks[rankOf(service, needles, phrase)]?.push(service)
  }
  return ranks.flat()
}

function rankOf(service: SearchableService, needles: readonly string[], phrase: string): number {
  if (String(service.id) === phrase) return 0
  if (service.searchName.startsWith(` ${phrase}`)) return 1
  if (service.searchName.includes(` ${phrase}`)) return 2
  return needles.every((needle) => service.searchName.includes(needle)) ? 3 : 4
}
