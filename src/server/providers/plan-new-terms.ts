import type { BodyOf } from '#contract/endpoint.ts'
import { AppError, invalidFields } from '#contract/errors.ts'
import type { updateProvider as endpoint } from '#contract/providers.ts'
import { planRepricing, type RepricingPlan } from '#server/catalogue/reprice-supplies.ts'
import type { Tx } from '#server/database/transact.ts'

import { trimZeros } from './present-provider.ts'

type Terms = { currency: string; usd_per_unit: string }

/**
 * What another currency, or another rate of it, makes of the prices that came from a provider; undefined where neither
 * is asked for. Without a yes to this very plan no price changes: throws `state_conflict`.
 */
export async function planNewTerms(
  tx: Tx,
  { id, row, body }: { id: number; row: Terms; body: BodyOf<typeof endpoint> },
): Promise<RepricingPlan | undefined> {
  const before = trimZeros(row.usd_per_unit)
  const isOther = body.currency !== undefined && body.currency !== row.currency
  if (isOther && body.usd_per_unit === undefined)
    throw invalidFields({ usd_per_unit: { code: 'unit_worth_required' } })
  const after = trimZeros(body.usd_per_unit ?? before).replace(/^0+(?=\d)/, '')
  if (after === before && !isOther && body.dry_run !== true) return undefined
  const plan = await planRepricing(tx, { providerId: id, before, after })
  if (body.dry_run === true || after === before || plan.shown.services === 0) return plan
  const { services, seal } = plan.shown
  if (body.confirm === undefined)
    throw new AppError('state_conflict', { reason: 'prices_unconfirmed', services })
  if (body.confirm !== seal) throw new AppError('state_conflict', { reason: 'prices_changed' })
  return plan
}
