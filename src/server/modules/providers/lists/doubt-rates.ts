import { doubtMedian, type RateDoubt } from '#contract/providers/provider-rates.ts'
import type { Money } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { costInUsd } from '#server/modules/providers/cost-in-usd.ts'
import type { PanelServiceList } from '#server/integrations/panels/panel.ts'

/**
 * Whether the listed rates per 1,000 are plausible, with their median in USD. Packages and free services are left
 * out.
 */
export function doubtRates(
  { services }: PanelServiceList,
  { usdPerUnit }: { usdPerUnit: string },
): { doubt: RateDoubt | null; median: Money | undefined } {
  const costs = services.flatMap(({ type, rate }) => {
    const known = toServiceType(type)
    if (known !== undefined && rulesOf(known).rateIsPrice) return []
    const cost = costInUsd({ cost: rate, usdPerUnit })
    return cost === 0n ? [] : [cost]
  })
  return doubtMedian(costs)
}
