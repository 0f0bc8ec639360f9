import type { Pick, PlatformPicks } from '#contract/catalogue/service-pages.ts'
import type { Money } from '#contract/base/money.ts'
import { priceOf, quantityBounds, refuseQuantity } from '#contract/orders/order-rules.ts'
import { platformPages } from '#web/parts/site/platform-pages.ts'

/** What a visitor has asked the calculator, and what it answers. */
export type Calculation = {
  platform: PlatformPicks
  service: Pick
  min: number
  max: number
  /** As it was typed where it is none of the service's. */
  quantity: number | undefined
  /** Undefined where the quantity can not be ordered. */
  price: Money | undefined
}

const usualQuantity = 1_000

/** The address may say anything: what it says wrongly is what one would have been shown first. */
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

/** Those with a page of their own that have something to reckon, in the order of those pages. */
export function listOffered(platforms: readonly PlatformPicks[]): PlatformPicks[] {
  return platformPages.flatMap(
    ({ name }) => platforms.find((one) => one.name === name && one.picks.length > 0) ?? [],
  )
}

/** Undefined where nothing was asked, NaN where it is no whole number. */
function readQuantity(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
}
