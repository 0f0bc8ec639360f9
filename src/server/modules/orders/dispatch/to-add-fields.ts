import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'

import type { Attempt } from './claim-orders.ts'

/** The fields of an `add` for an order, without the key. */
export function toAddFields(
  attempt: Pick<Attempt, 'provider_service' | 'service_type' | 'link' | 'quantity' | 'details'>,
): Record<string, string> {
  const { link, quantity } = rulesOf(toServiceType(attempt.service_type) ?? 'Default')
  return {
    service: attempt.provider_service,
    ...(link ? { link: attempt.link } : {}),
    ...(quantity === 'asked' ? { quantity: String(attempt.quantity) } : {}),
    ...attempt.details,
  }
}
