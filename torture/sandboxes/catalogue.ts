import type { CatalogueService } from '#sandbox/provider/catalogue-service.ts'

export type ProviderName = 'one' | 'two'

/** The services on sale in a run, and the purpose of each. `quantities` are those that customers order. */
export type SoldService = {
  name: string
  provider: ProviderName
  /** Its id at the provider. */
  service: number
  quantities: readonly number[]
  refill: boolean
  cancel: boolean
  /** The other provider offers it too, and gets the order if the first refuses. */
  isSharedWithOther: boolean
}

/** More than the first provider accepts but not the second; and more than either accepts. */
const TOO_MUCH_FOR_ONE = 4_000
const TOO_MUCH_FOR_BOTH = 8_000

/**
 * A charge read under another order's id is for the same quantity, or differs by more than five times: a smaller
 * difference may rightly be learned if two orders agree.
 */
const USUAL = [111, 777]

export const soldServices: readonly SoldService[] = [
  { name: 'Instagram Likes one', provider: 'one', service: 1, quantities: USUAL },
  { name: 'TikTok Views two', provider: 'two', service: 1, quantities: USUAL },
  {
    name: 'Instagram Followers one',
    provider: 'one',
    service: 2,
    quantities: USUAL,
    refill: true,
    cancel: true,
  },
  {
    name: 'YouTube Likes two',
    provider: 'two',
    service: 2,
    quantities: USUAL,
    refill: true,
    cancel: true,
  },
  {
    name: 'Facebook Likes one',
    provider: 'one',
    service: 3,
    quantities: [...USUAL, TOO_MUCH_FOR_ONE, TOO_MUCH_FOR_BOTH],
    isSharedWithOther: true,
  },
].map((own) => ({ refill: false, cancel: false, isSharedWithOther: false, ...own }) as SoldService) // the literal above

const quantityMaxOf: Record<ProviderName, number> = { one: 1_000, two: 5_000 }
/** The highest quantity on sale: more than a provider accepts, so that it refuses some. */
export const quantitySoldMax = 10_000

/** Whether a provider refuses this quantity by its own rule: certainly, and without accepting anything. */
export function isRefusedBy(provider: ProviderName, quantity: number): boolean {
  return quantity > quantityMaxOf[provider]
}

/** What staff import during the run; nobody orders it. */
export const importedServices: readonly number[] = Array.from({ length: 40 }, (_, index) => 11 + index)

const rateOf: Record<ProviderName, string> = { one: '0.90', two: '0.75' }

/** Everything at a provider costs the same, in units of 0.00000001 USD per 1,000. */
export function costOf(provider: ProviderName): bigint {
  return BigInt(Math.round(Number(rateOf[provider]) * 1e8))
}

export function catalogueOf(provider: ProviderName): CatalogueService[] {
  return [1, 2, 3, ...importedServices].map((service) => ({
    service,
    name:
      soldServices.find((sold) => sold.service === service && sold.provider === provider)?.name ??
      (service === 3 ? 'Facebook Likes two' : `Telegram Members ${service} ${provider}`),
    type: 'Default',
    category: 'Torture',
    rate: rateOf[provider],
    min: '10',
    max: String(quantityMaxOf[provider]),
    refill: service === 2,
    cancel: service === 2,
    dripfeed: false,
  }))
}
