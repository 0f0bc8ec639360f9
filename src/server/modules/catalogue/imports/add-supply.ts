import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { addSupply as endpoint, Supply } from '#contract/catalogue/supplies.ts'
import { putSupplyBehind } from '#server/modules/catalogue/supplies/arrange-supplies.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import type { Context } from '#server/context.ts'
import { getSettledAccount, refuseOtherTerms } from '#server/modules/providers/lists/currency-terms.ts'
import { fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

/**
 * Another provider's service behind one of ours, at the cost that the provider tells now: it is never believed from the
 * browser. The service keeps its name and its price.
 */
export async function addSupply(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Supply[]> {
  const account = await getSettledAccount(ctx, body.provider_id)
  const { list } = await fetchProviderList(ctx, account.id, { mayBeKept: false })
  const found = list.services.find(({ service }) => service === body.service)
  const { cost } = priceSupply({
    cost: found?.rate ?? '0',
    usdPerUnit: account.usdPerUnit,
    markupBasisPoints: 0,
  })
  if (found === undefined || cost > MONEY_MAX)
    throw new AppError('state_conflict', { reason: 'supply_not_offered', name: account.name })
  return putSupplyBehind(ctx, by, {
    id,
    offered: {
      providerId: account.id,
      providerService: found.service,
      cost,
      costOwn: found.rate,
      type: toServiceType(found.type) ?? found.type,
    },
    moves: body.moves ?? false,
    check: (tx) => refuseOtherTerms(tx, account),
  })
}
