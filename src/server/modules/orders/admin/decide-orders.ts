import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { type Money, money, ZERO } from '#contract/base/money.ts'
import type {
  DecisionItem,
  decideOrders as endpoint,
  OrderDecision,
} from '#contract/orders/order-incidents.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import { english } from '#contract/words/en.ts'
import { sayError } from '#contract/words/say.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import {
  conflict,
  decideAccepted,
  type Decided,
  type Decision,
  decideRefund,
  decideRetry,
} from './decide-order.ts'

type Answer = AnswerOf<typeof endpoint>
type Result = Answer['results'][number]

/**
 * Decides many orders in review, each in its own tx with its own row in the audit log; refusals are per order. If
 * interrupted, the earlier ones stay decided, and a repeated request refuses them. A dry run does the same and rolls
 * each back. Throws `insufficient_permissions` if a refund is included and `staff` may not refund.
 */
export async function decideOrders(
  ctx: Context,
  { items, staff, ...shared }: { items: readonly DecisionItem[]; staff: Staff; reason: string } & Shared,
): Promise<Pick<Answer, 'results' | 'totals'>> {
  if (items.some(({ decision }) => decision === 'refund') && !isAllowed(staff, 'refund'))
    throw new AppError('insufficient_permissions')
  const named = await listNamedOrders(ctx.db, [...new Set(items.map(({ id }) => BigInt(id)))])
  const orders = new Map(named.map((order) => [Number(order.id), order]))
  const taken: Taken = { ids: new Set(), claims: new Map(), refunded: ZERO }
  const results: Result[] = []
  for (const item of items) results.push(await decideOne(ctx, { item, orders, taken, shared }))
  return { results, totals: addUp(results) }
}

/** What earlier items claimed or refunded; after a dry run the database doesn't show it. */
type Taken = { ids: Set<number>; claims: Map<string, number>; refunded: Money }

type One = {
  item: DecisionItem
  orders: ReadonlyMap<number, NamedOrder>
  taken: Taken
  shared: Shared
}
type Shared = Pick<Decision, 'by' | 'reason' | 'isDryRun' | 'isTaught'>

async function decideOne(ctx: Context, { item, orders, taken, shared }: One): Promise<Result> {
  const { id, decision } = item
  const order = orders.get(id)
  try {
    if (order === undefined) throw new AppError('order_not_found')
    if (taken.ids.has(id)) throw conflict({ reason: 'named_twice' })
    taken.ids.add(id)
    const claim = item.decision === 'exists' ? `${order.provider_id} ${item.provider_order}` : undefined
    const holder = claim === undefined ? undefined : taken.claims.get(claim)
    if (item.decision === 'exists' && holder !== undefined)
      throw conflict({
        reason: 'provider_order_held',
        provider_order: item.provider_order,
        held_by: holder,
      })
    const key = { userId: order.user_id, id: order.id }
    const { before, after } = await apply(
      ctx,
      { ...shared, ...key, isForReview: true, refundedBefore: taken.refunded },
      item,
    )
    if (claim !== undefined) taken.claims.set(claim, id)
    const refunded = money(after.refunded - before.refunded)
    taken.refunded = money(taken.refunded + refunded)
    return { id, decision, result: 'done', code: null, message: null, cost: costOf(order), refunded }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code } = error
    const message = sayError(english, error)
    return { id, decision, result: 'refused', code, message, cost: ZERO, refunded: ZERO }
  }
}

async function apply(ctx: Context, decision: Decision, item: DecisionItem): Promise<Decided> {
  switch (item.decision) {
    case 'exists':
      return decideAccepted(ctx, decision, item.provider_order)
    case 'not_taken':
      return decideRetry(ctx, decision)
    case 'refund':
      return decideRefund(ctx, decision)
  }
}

function costOf({ cost }: NamedOrder): Money {
  return cost === null ? ZERO : money(cost)
}

function addUp(results: readonly Result[]): Answer['totals'] {
  const of = (wanted: OrderDecision) => {
    const done = results.filter(({ decision, result }) => decision === wanted && result === 'done')
    return {
      orders: done.length,
      cost: done.reduce((sum, { cost }) => money(sum + cost), ZERO),
      refunds: done.reduce((sum, { refunded }) => money(sum + refunded), ZERO),
    }
  }
  const refused = results.filter(({ result }) => result === 'refused').length
  return { exists: of('exists'), not_taken: of('not_taken'), refund: of('refund'), refused }
}

type NamedOrder = { user_id: number; id: bigint; provider_id: number | null; cost: bigint | null }

/** The named orders with the provider of their last attempt and its cost there. */
export async function listNamedOrders(db: Kysely<DB>, ids: readonly bigint[]): Promise<NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
select orders.user_id, orders.id, attempt.provider_id, attempt.cost
from orders left join lateral (
  select provider_id, cost from order_attempts tried where tried.user_id = orders.user_id and tried.order_id = orders.id
  order by number desc limit 1) attempt on true
where orders.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
