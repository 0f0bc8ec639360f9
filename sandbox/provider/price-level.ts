import { formatDecimal, multiplyDivide, parseDecimal } from '#sandbox/decimal.ts'
import type { CatalogueService } from './catalogue-service.ts'

/** A service's rate when all prices are `percent` of the list; at 100 it is the list's own text. */
export function atPriceLevel(service: CatalogueService, percent: number): CatalogueService {
  if (percent === 100) return service
  const rate = parseDecimal(service.rate) ?? 0n
  return { ...service, rate: formatDecimal(multiplyDivide(rate, BigInt(percent), 100n)) }
}
