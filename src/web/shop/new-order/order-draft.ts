import { isLanguage } from '#contract/base/languages.ts'
import { readNumber } from '#contract/base/read-number.ts'
import { isExtraName } from '#contract/catalogue/service-types.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import type { OrderFields } from '#web/parts/orders/order-form.ts'

/**
 * The form's initial values: its draft (an expired session, a visit to Add Funds, Order again, Try Again), the
 * preselected service, whose min is the quantity unless the draft's was for the same service or none, and the link in
 * the URL. A budget is money, which no draft fills in.
 */
export function takeOrderDraft(
  draft: Readonly<Record<string, string>>,
  service: IndexedService | undefined,
  link?: string,
): { service: IndexedService | undefined; fields: OrderFields } {
  const isSame = service !== undefined && draft['service'] === String(service.id)
  // A link entered for another service is not for this one.
  const isOther =
    service !== undefined && draft['service'] !== undefined && draft['service'] !== '' && !isSame
  const details = isSame ? Object.entries(draft).filter(([name]) => isExtraName(name)) : []
  const least = service === undefined ? '' : String(Math.max(1, service.min))
  return {
    service,
    fields: {
      link: link ?? (isOther ? '' : (draft['link'] ?? '')),
      by: 'quantity',
      budget: '',
      quantity: (isOther ? undefined : quantityOf(draft)) || least,
      details: Object.fromEntries(details),
    },
  }
}

/** As plain digits, which every language parses: the draft may have been written in another language. */
function quantityOf({ quantity, language }: Readonly<Record<string, string>>): string | undefined {
  if (quantity === undefined || !isLanguage(language)) return quantity
  const reading = readNumber(quantity, language, 'quantity')
  return reading.is === 'number' ? reading.plain : quantity
}
