import type { Kysely } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { type addSupply as endpoint, SUPPLIES_MAX, type Supply } from '#contract/catalogue/supplies.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import { changeService, lockService } from '#server/modules/catalogue/services/service-queries.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { getSettledAccount, refuseOtherTerms } from '#server/modules/providers/lists/get-settled-account.ts'
import { fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'

import { listSupplies, lockSuppliesOfService } from './list-supplies.ts'

/**
 * Adds another provider's service as one of ours' supplies, last in its sequence. The cost is read from the provider now,
 * never from the browser; the service keeps its name and price. Both must be of the same type, since what the customer
 * entered is what is sent.
 */
export async function addSupply(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Supply[]> {
  const account = await getSettledAccount(ctx, body.provider_id)
  const offered = await fetchOffer(ctx, account, body.service)
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const before = await lockSuppliesOfService(tx, id)
    const service = await lockService(tx, id)
    if (service?.type !== offered.type)
      throw new AppError('state_conflict', {
        reason: 'supply_type_differs',
        type: offered.type,
        service_type: service?.type ?? '',
      })
    const known = await findSupply(tx, offered)
    const isElsewhere = known !== undefined && known.removed_at === null && known.deleted_at === null
    if (isElsewhere && known.service_id !== id && body.moves !== true)
      throw new AppError('state_conflict', {
        reason: 'supply_elsewhere',
        service_id: known.service_id,
        name: known.name,
      })
    const isHere = before.some((one) => one.id === known?.id)
    if (!isHere && before.length >= SUPPLIES_MAX)
      throw new AppError('state_conflict', { reason: 'supplies_many', max: SUPPLIES_MAX })
    const now = ctx.clock()
    await upsertSupply(tx, { ...offered, serviceId: id, priority: before.length + 1, now })
    await changeService(tx, id, { updated_at: now })
    if (isElsewhere && known.service_id !== id) await changeService(tx, known.service_id, { updated_at: now })
    await refuseOtherTerms(tx, account)
    const after = await listSupplies(tx, id)
    record({ action: 'service.supplies', id, before: { supplies: before }, after: { supplies: after } })
    publish({ topic: 'catalogue' })
    publish({ topic: 'dispatch', providerId: account.id })
    return after
  })
}

type OfferedSupply = {
  providerId: number
  providerService: string
  cost: bigint
  costOwn: string
  /** One of our types if known, else the provider's own. */
  type: string
}

async function fetchOffer(ctx: Context, account: ProviderAccount, service: string): Promise<OfferedSupply> {
  const { list } = await fetchProviderList(ctx, account.id, { mayBeStored: false })
  const found = list.services.find((one) => one.service === service)
  const { cost } = priceSupply({
    cost: found?.rate ?? '0',
    usdPerUnit: account.usdPerUnit,
    markupBasisPoints: 0,
  })
  if (found === undefined || cost > MONEY_MAX)
    throw new AppError('state_conflict', { reason: 'supply_not_offered', name: account.name })
  return {
    providerId: account.id,
    providerService: found.service,
    cost,
    costOwn: found.rate,
    type: toServiceType(found.type) ?? found.type,
  }
}

/** The supply for a provider's service, with the service that it fulfils. */
async function findSupply(
  tx: Tx,
  { providerId, providerService }: { providerId: number; providerService: string },
) {
  return tx
    .selectFrom('supplies')
    .innerJoin('services', 'services.id', 'supplies.service_id')
    .select(['supplies.id', 'service_id', 'services.name', 'services.deleted_at', 'removed_at'])
    .where('provider_id', '=', providerId)
    .where('provider_service', '=', providerService)
    .executeTakeFirst()
}

type NewSupply = {
  serviceId: number
  providerId: number
  providerService: string
  cost: bigint
  costOwn: string
  priority: number
  now: Date
}

/** A provider's service fulfils at most one of ours: a supply of another service moves. */
async function upsertSupply(db: Kysely<DB>, supply: NewSupply): Promise<void> {
  const values = {
    service_id: supply.serviceId,
    cost_rate: supply.cost,
    cost_own: supply.costOwn,
    priority: supply.priority,
    is_active: true,
    seen_at: supply.now,
    markup_basis_points: 0,
    removed_at: null,
    off_reason: null,
  }
  await db
    .insertInto('supplies')
    .values({ ...values, provider_id: supply.providerId, provider_service: supply.providerService })
    .onConflict((conflict) => conflict.columns(['provider_id', 'provider_service']).doUpdateSet(values))
    .execute()
}
