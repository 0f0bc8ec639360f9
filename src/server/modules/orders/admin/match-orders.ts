import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { toLinkKey } from '#contract/orders/links.ts'
import type { ListedOrder, matchOrders as endpoint } from '#contract/orders/order-incidents.ts'
import type { Context } from '#server/context.ts'
import { listClaimedIds } from '#server/modules/orders/dispatch/unknown-queries.ts'

import { conflict } from './decide-order.ts'
import { isProvider, listOpenSendings, type OpenSending } from './incident-queries.ts'

/** Clocks differ, and a list shows minutes. */
const SPAN_MS = 5 * 60_000
/** More than this of the services and quantities in one list are not told apart by it. */
const SENDINGS_MAX = 20_000

type Results = AnswerOf<typeof endpoint>['results']

/**
 * Lines of a provider's own list beside our sendings there of which nobody knows. A line whose id an order holds is
 * that order's. Of the others, only one that fits one sending, which no other line fits, and whose order is in review,
 * is proposed: a person decides, nothing else reads this. Sendings that were decided on otherwise, or whose answer may
 * still come, are counted too, since the line may be theirs. Throws `provider_not_found`.
 */
export async function matchOrders(
  ctx: Context,
  { providerId, rows }: { providerId: number; rows: readonly ListedOrder[] },
): Promise<Results> {
  if (!(await isProvider(ctx.db, providerId))) throw new AppError('provider_not_found')
  const ids = rows.map(({ order }) => order)
  const held = await listClaimedIds(ctx.db, providerId, [...new Set(ids)])
  const sendings = await listOpenSendings(ctx.db, {
    providerId,
    services: rows.map(({ service }) => service),
    quantities: rows.map(({ quantity }) => quantity),
    limit: SENDINGS_MAX + 1,
  })
  if (sendings.length > SENDINGS_MAX) throw conflict({ reason: 'too_many_unknown' })
  const byKey = Map.groupBy(sendings, toKey)
  const fits = rows.map((row) =>
    held.has(row.order) ? [] : (byKey.get(toKeyOfRow(row)) ?? []).filter((sending) => isInSpan(row, sending)),
  )
  const linesOf = countBy(fits.flat())
  const timesListed = countBy(ids)
  return rows.map(({ order }, at) => {
    const [only, ...others] = fits[at] ?? []
    if (held.has(order)) return { order, outcome: 'held', id: null }
    if (only === undefined) return { order, outcome: 'none', id: null }
    const isClear = others.length === 0 && linesOf.get(only) === 1 && timesListed.get(order) === 1
    return isClear && only.is_in_review
      ? { order, outcome: 'proposed', id: Number(only.id) }
      : { order, outcome: 'ambiguous', id: null }
  })
}

function toKey({ provider_service, quantity, link }: OpenSending): string {
  return JSON.stringify([provider_service, quantity, toLinkKey(link)])
}

function toKeyOfRow({ service, quantity, link }: ListedOrder): string {
  return JSON.stringify([service, quantity, toLinkKey(link)])
}

/** A line without a time fits at any. */
function isInSpan({ at }: ListedOrder, { started_at, over_at }: OpenSending): boolean {
  if (at === undefined) return true
  return at.getTime() >= started_at.getTime() - SPAN_MS && at.getTime() <= over_at.getTime() + SPAN_MS
}

function countBy<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
