import { formatDecimal, multiplyDivide, parseDecimal } from '#sandbox/decimal.ts'
import type { CatalogueService } from './catalogue-service.ts'

/** What a service costs while all prices stand at `percent` of the list's; at 100 it is the list's own text. */
export function atPriceLevel(service: CatalogueService, percent: number): CatalogueService {
  if (percent === 100) return service
  const rate = parseDecimal(service.rate) ?? 0n
  return { ...service, rate: formatDecimal(multiplyDivide(rate, BigInt(percent), 100n)) }
}
