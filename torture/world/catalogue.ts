import type { CatalogueService } from '#sandbox/provider/catalogue-service.ts'

export type ProviderName = 'one' | 'two'

/** What is sold in a run, and what each is there for. `quantities` are those that customers ask for. */
export type SoldService = {
  name: string
  provider: ProviderName
  /** Its number at the provider. */
  service: number
  quantities: readonly number[]
  refill: boolean
  cancel: boolean
  /** The other provider offers it too, and is asked when the first refuses. */
  isSharedWithOther: boolean
}

/** Above what the first provider takes and below what the second does; and above what either takes. */
const TOO_MUCH_FOR_ONE = 2_000
const TOO_MUCH_FOR_BOTH = 8_000

export const soldServices: readonly SoldService[] = [
  { name: 'Instagram Likes one', provider: 'one', service: 1, quantities: [100, 250, 1_000] },
  { name: 'TikTok Views two', provider: 'two', service: 1, quantities: [100, 333, 777] },
  {
    name: 'Instagram Followers one',
    provider: 'one',
    service: 2,
    quantities: [50, 500],
    refill: true,
    cancel: true,
  },
  {
    name: 'YouTube Likes two',
    provider: 'two',
    service: 2,
    quantities: [70, 900],
    refill: true,
    cancel: true,
  },
  {
    name: 'Facebook Likes one',
    provider: 'one',
    service: 3,
    quantities: [100, 700, TOO_MUCH_FOR_ONE, TOO_MUCH_FOR_BOTH],
    isSharedWithOther: true,
  },
].map((own) => ({ refill: false, cancel: false, isSharedWithOther: false, ...own }) as SoldService) // the literal above

const quantityMaxOf: Record<ProviderName, number> = { one: 1_000, two: 5_000 }
/** What we sell at most of any of them: more than a provider takes, so that it refuses some. */
export const quantitySoldMax = 10_000

/** Whether a provider refuses that many of a service by its own rule: certainly, and without taking anything. */
export function isRefusedBy(provider: ProviderName, quantity: number): boolean {
  return quantity > quantityMaxOf[provider]
}

export function catalogueOf(provider: ProviderName): CatalogueService[] {
  return [1, 2, 3].map((service) => ({
    service,
    name:
      soldServices.find((sold) => sold.service === service && sold.provider === provider)?.name ??
      'Facebook Likes two',
    type: 'Default',
    category: 'Torture',
    rate: provider === 'one' ? '0.90' : '0.75',
    min: '10',
    max: String(quantityMaxOf[provider]),
    refill: service === 2,
    cancel: service === 2,
    dripfeed: false,
  }))
}
