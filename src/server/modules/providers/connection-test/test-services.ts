import type { Found } from '#contract/base/connection-test.ts'
import { toDecimal } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import { type PanelServiceList, trimDecimal } from '#server/integrations/panels/read-services.ts'
import { doubtRates } from '#server/modules/providers/lists/doubt-rates.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

const TYPES_SHOWN = 10

/** How many of the offered services are understood. */
export function findServices(answer: PanelAnswer<PanelServiceList>): Found {
  if (!answer.ok) return { code: 'services_not_read', details: { error: answer.error } }
  const { services, unread } = answer.value
  if (services.length === 0) return { code: 'services_none' }
  const unknown = services.filter(({ type }) => toServiceType(type) === undefined)
  if (unknown.length === 0 && unread.length === 0)
    return { code: 'services_read', details: { services: services.length } }
  return {
    code: 'services_in_part',
    details: {
      services: services.length,
      unknown: unknown.length,
      types: [...new Set(unknown.map(({ type }) => type))].toSorted().slice(0, TYPES_SHOWN).join(', '),
      unread: unread.length,
    },
  }
}

/** Per-piece rates read as per 1,000 would sell everything at a thousandth of its cost. */
export function findRates(account: ProviderAccount, answer: PanelAnswer<PanelServiceList>): Found[] {
  if (!answer.ok) return []
  const { doubt, median } = doubtRates(answer.value, account)
  if (doubt === null || median === undefined) return []
  return [
    {
      code: doubt === 'low' ? 'rates_low' : 'rates_high',
      details: { median: trimDecimal(toDecimal(median)) },
    },
  ]
}
