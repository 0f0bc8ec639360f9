import { doubtMedian, type RateDoubt } from '#contract/providers/provider-rates.ts'
import type { Money } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import type { PanelServiceList } from '#server/integrations/panels/read-services.ts'

/** Whether what a list gives per 1,000 can be right, with the median in USD. Packages and what is free tell nothing of it. */
export function doubtRates(
  { services }: PanelServiceList,
  { usdPerUnit }: { usdPerUnit: string },
): { doubt: RateDoubt | null; median: Money | undefined } {
  const costs = services.flatMap(({ type, rate }) => {
    const known = toServiceType(type)
    if (known !== undefined && rulesOf(known).rateIsPrice) return []
    const { cost } = priceSupply({ cost: rate, usdPerUnit, markupBasisPoints: 0 })
    return cost === 0n ? [] : [cost]
  })
  return doubtMedian(costs)
}
