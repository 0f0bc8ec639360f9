import type { Kysely } from 'kysely'

import { invalidFields } from '#contract/base/errors.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { isLink } from '#contract/orders/links.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { refuseBlocked } from '#server/modules/orders/placing/place-order.ts'
import {
  keyOf,
  type LockedOrder,
  type OrderKey,
  updateOrder,
} from '#server/modules/orders/state/order-queries.ts'
import { renewUnsent } from '#server/modules/orders/state/queue-queries.ts'

import { conflict, decide, type Decided, type Decision } from './decide-order.ts'

export type Correction = { link: string | undefined; startCount: number | undefined }

/**
 * Corrects the link, until a provider has or may have the order, or the start count, once it is delivered or if it is
 * delivered by hand. Sends nothing, and a provider's own count replaces it at its next status. Throws `state_conflict`,
 * `link_blocked`, and `invalid_fields` for a text that is not a link of the service's platform.
 */
export async function editOrder(
  ctx: Context,
  decision: Decision,
  { link, startCount }: Correction,
): Promise<Decided> {
  if (link === undefined && startCount === undefined) throw invalidFields({ link: { code: 'link_required' } })
  if (link !== undefined) await refuseLink(ctx, await findCorrected(ctx.db, decision), link)
  const audits = async (tx: Tx) => {
    const before = await findCorrected(tx, decision)
    return {
      before: {
        ...(link !== undefined && { link: before.link }),
        ...(startCount !== undefined && { start_count: before.start_count }),
      },
      after: { link, start_count: startCount },
    }
  }
  return decide(ctx, decision, { decision: 'edit', audits }, async (tx, publish, order) => {
    if (startCount !== undefined) {
      if (!(await isDelivered(tx, order))) throw conflict({ reason: 'not_editable' })
      await updateOrder(tx, keyOf(order), { start_count: BigInt(startCount) })
    }
    if (link !== undefined) {
      if (order.dispatch === 'sending') throw conflict({ reason: 'being_sent' })
      if (order.status !== 'PENDING' || order.dispatch !== 'queued')
        throw conflict({ reason: 'not_editable' })
      const entry = await renewUnsent(tx, keyOf(order))
      if (entry === undefined) throw conflict({ reason: 'being_sent' })
      await updateOrder(tx, keyOf(order), { link })
      publish({ topic: 'dispatch', providerId: entry.provider_id })
    }
    return true
  })
}

/** The link follows the rules of a new order. */
async function refuseLink(ctx: Context, order: Corrected, link: string): Promise<void> {
  const type = toServiceType(order.service_type)
  if (type === undefined || !rulesOf(type).link || !isLink(link, order.platform))
    throw invalidFields({ link: { code: 'link_required' } })
  await refuseBlocked(ctx, order.category, { link, details: {} })
}

/** Whether someone counts: the provider that has it, or the operator, for an order delivered by hand. */
async function isDelivered(tx: Tx, order: LockedOrder): Promise<boolean> {
  const { status, dispatch } = order
  if (status === 'CANCELED' || status === 'FAILED' || status === 'REFUNDED') return false
  if (status !== 'PENDING' || dispatch === 'accepted') return true
  return dispatch === 'queued' && isByHand(tx, keyOf(order))
}

/** An order that merely has no supply may be waiting for one. */
async function isByHand(tx: Tx, { userId, id }: OrderKey): Promise<boolean> {
  const row = await tx
    .selectFrom('dispatch_queue as entry')
    .innerJoin('orders', (join) =>
      join.onRef('orders.user_id', '=', 'entry.user_id').onRef('orders.id', '=', 'entry.order_id'),
    )
    .innerJoin('services', 'services.id', 'orders.service_id')
    .select('services.by_hand')
    .where('entry.user_id', '=', userId)
    .where('entry.order_id', '=', id)
    .where('entry.supply_id', 'is', null)
    .executeTakeFirst()
  return row?.by_hand === true
}

type Corrected = Awaited<ReturnType<typeof findCorrected>>

async function findCorrected(db: Kysely<DB>, { userId, id }: OrderKey) {
  return db
    .selectFrom('orders')
    .innerJoin('services', 'services.id', 'orders.service_id')
    .innerJoin('categories', 'categories.id', 'services.category_id')
    .select(['orders.link', 'orders.start_count', 'orders.service_type'])
    .select(['services.platform', 'categories.name as category'])
    .where('orders.user_id', '=', userId)
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow()
}
