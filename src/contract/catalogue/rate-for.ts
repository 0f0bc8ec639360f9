import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { ceilToRate, type Money, money, toBasisPoints } from '#contract/base/money.ts'

/**
 * The rate a customer pays: the custom rate if there is one, else the catalogue's less the discount, rounded up once to 4
 * decimals. The placing statement computes the same.
 */
export function rateFor(
  service: { readonly id: number; readonly rate: bigint },
  rule: CustomerRates | undefined,
  now: Date = new Date(),
): Money {
  const own = rule?.rates[String(service.id)]
  if (own !== undefined) return own
  if (!isDiscounted(rule, now)) return money(service.rate)
  const charged = BigInt(10_000 - toBasisPoints(rule.discount_percent))
  // A rate is a multiple of 10,000 units (0.0001 USD), so this division is exact.
  return ceilToRate((service.rate * charged) / 10_000n)
}

/** Why a customer pays another rate than the catalogue's: a discount or a custom rate. */
export type RateReason = { percent: number; until: Date | null } | 'own'

export function rateReasonFor(
  service: { readonly id: number },
  rule: CustomerRates | undefined,
  now: Date = new Date(),
): RateReason | undefined {
  if (rule?.rates[String(service.id)] !== undefined) return 'own'
  return isDiscounted(rule, now) ? { percent: rule.discount_percent, until: rule.until } : undefined
}

function isDiscounted(rule: CustomerRates | undefined, now: Date): rule is CustomerRates {
  return rule !== undefined && rule.discount_percent > 0 && (rule.until === null || rule.until > now)
}
