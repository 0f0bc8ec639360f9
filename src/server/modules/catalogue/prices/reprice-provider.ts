import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { repriceProvider as endpoint } from '#contract/providers/provider-actions.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import { planByMarkup } from './reprice-by-markup.ts'
import { applyRepricing } from './reprice-supplies.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { lockTerms } from '#server/modules/providers/accounts/get-provider.ts'

/** So many prices of a repricing are kept in the record of staff. */
const KEPT_MAX = 200

/**
 * Makes prices anew from cost and markup: of the chosen services, of those that cost more than they are sold for, or of
 * all from there. Answers what becomes of them; a dry run changes nothing. Throws `provider_not_found`, and
 * `state_conflict` where what was confirmed is not what it would be now.
 */
export async function repriceProvider(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Repricing> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const isPreview = body.dry_run === true
    const row = await lockTerms(tx, id, { isPreview })
    const which = body.service_ids === undefined ? (body.scope ?? 'below_cost') : new Set(body.service_ids)
    const plan = await planByMarkup(tx, { providerId: id, usdPerUnit: row.usd_per_unit, which, isPreview })
    if (isPreview) return plan.shown
    if (body.confirm !== undefined && body.confirm !== plan.shown.seal)
      throw new AppError('state_conflict', { reason: 'prices_changed' })
    if (plan.changes.length === 0) return plan.shown
    await applyRepricing(tx, plan, ctx.clock())
    const { services, raised, lowered } = plan.shown
    const kept = plan.changes.slice(0, KEPT_MAX)
    const before = { rates: Object.fromEntries(kept.map((one) => [one.service_id, one.rate_before])) }
    const rates = Object.fromEntries(kept.map((one) => [one.service_id, one.rate_after]))
    record({ action: 'provider.reprice', id, before, after: { services, raised, lowered, rates } })
    publish({ topic: 'catalogue' })
    publish({ topic: 'dispatch', providerId: id })
    return plan.shown
  })
}
