import type { Pick, PlatformPicks } from '#contract/catalogue/service-pages.ts'
import type { Money } from '#contract/base/money.ts'
import { priceOf, quantityBounds, refuseQuantity } from '#contract/orders/order-rules.ts'
import { platformPages } from '#web/parts/site/platform-pages.ts'

/** The calculator's inputs and result. */
export type Calculation = {
  platform: PlatformPicks
  service: Pick
  min: number
  max: number
  /** As typed if the service does not allow it. */
  quantity: number | undefined
  /** Undefined if the quantity can't be ordered. */
  price: Money | undefined
}

const usualQuantity = 1_000

/** The URL may contain anything: invalid values fall back to the defaults. */
export function calculate(
  platforms: readonly PlatformPicks[],
  params: URLSearchParams,
): Calculation | undefined {
  const offered = listOffered(platforms)
  const asked = params.get('platform')?.toLowerCase()
  const platform = offered.find(({ name }) => name.toLowerCase() === asked) ?? offered[0]
  const service =
    platform?.picks.find(({ id }) => String(id) === params.get('service')) ?? platform?.lowest ?? undefined
  if (platform === undefined || service === undefined) return undefined
  const { min, max } = quantityBounds(service)
  const quantity = readQuantity(params.get('quantity')) ?? Math.min(Math.max(usualQuantity, min), max)
  const isRefused = Number.isNaN(quantity) || refuseQuantity(service, quantity) !== undefined
  return {
    platform,
    service,
    min,
    max,
    quantity: Number.isNaN(quantity) ? undefined : quantity,
    price: isRefused ? undefined : priceOf(service.type, service.rate, quantity),
  }
}

/** Platforms with their own page and priced services, in the order of those pages. */
export function listOffered(platforms: readonly PlatformPicks[]): PlatformPicks[] {
  return platformPages.flatMap(
    ({ name }) => platforms.find((one) => one.name === name && one.picks.length > 0) ?? [],
  )
}

/** Undefined if missing, NaN if not a whole number. */
function readQuantity(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
}
