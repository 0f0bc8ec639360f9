import type { CustomerRates } from '#contract/users/customer-rates.ts'

/** What an account's discount is worth now; one that is over is none. */
export function toRule(
  {
    discount_basis_points: basisPoints,
    discount_until: until,
  }: { discount_basis_points: number; discount_until: Date | null },
  now: Date,
): Pick<CustomerRates, 'discount_percent' | 'until'> {
  const isOn = basisPoints > 0 && (until === null || until > now)
  return { discount_percent: isOn ? basisPoints / 100 : 0, until: isOn ? until : null }
}
