import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { addEvidence } from '#server/modules/orders/dispatch/gather-evidence.ts'
import { deleteChargeOfOrder } from '#server/modules/orders/polling/read-charges.ts'
import { changeIncident } from '#server/modules/orders/state/incidents.ts'
import { stopPolling } from '#server/modules/orders/state/poll-queue-queries.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { changeOrder, keyOf, type LockedOrder } from '#server/modules/orders/state/order-queries.ts'
import { holdForReview } from '#server/modules/orders/state/queue-queries.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'
import { takeBackCharge } from '#server/modules/catalogue/charges/take-back-charge.ts'

import { conflict, decide, type Decision } from './decide-order.ts'

/**
 * Releases a provider's order id that this order holds by mistake, so that the right order can be completed with it.
 * This order's outcome is then unknown: it goes to review and is never sent again automatically. If it was refunded
 * because of that id, its status stays. What was learned from the charge under the id is reverted.
 *
 * `named` is an id other than the polled one, such as one from a late reply.
 */
export async function releaseOrder(
  ctx: Context,
  decision: Decision,
  named: string | undefined,
): Promise<void> {
  await decide(ctx, decision, { decision: 'release' }, async (tx, publish, order) => {
    if (order.status === 'REFILL') throw conflict({ reason: 'refill_open' })
    const held = pick(await listHeldIds(tx, order), order, named)
    if (held === undefined) throw conflict({ reason: 'holds_no_such_order' })
    await freeId(tx, held)
    const released = {
      provider_order: held.provider_order,
      ...(held.finished_at !== null && { accepted_at: held.finished_at }),
      released_at: ctx.clock(),
    }
    await addEvidence(tx, held, [{ code: 'id_released', ...released }])
    if (!isPolledUnder(order, held)) {
      if (order.dispatch === 'review') await changeIncident(tx, keyOf(order))
      return true
    }
    await deleteChargeOfOrder(tx, order)
    await takeBackCharge(ctx, tx, publish, order)
    const key = keyOf(order)
    await stopPolling(tx, key)
    const cleared = {
      provider_order: null,
      cancel_asked_at: null,
      cancel_awaited_until: null,
    }
    if (order.refunded > 0n || !reopenable.includes(order.status)) {
      await changeOrder(tx, key, { ...cleared, dispatch: 'rejected' })
      return true
    }
    const details = { provider_order: held.provider_order }
    const toReview = {
      ...cleared,
      ...toReviewColumns({ code: 'id_released', details }),
      dispatch: 'review',
      start_count: null,
      remains: null,
    } as const
    if (order.status === 'PENDING') await changeOrder(tx, key, toReview)
    else await moveOrder(tx, publish, { ...key, from: reopenable, to: 'PENDING', set: toReview })
    await holdForReview(tx, key)
    return true
  })
}

/** Statuses from which an order without refunds goes back to review. */
const reopenable: readonly LockedOrder['status'][] = ['PENDING', 'PROCESSING', 'COMPLETED']

/** The named id, else the polled one, else the only one. */
function pick(held: readonly HeldId[], order: LockedOrder, named: string | undefined): HeldId | undefined {
  if (named !== undefined) return held.find(({ provider_order }) => provider_order === named)
  const polled = held.find((one) => isPolledUnder(order, one))
  if (polled !== undefined) return polled
  const ids = new Set(held.map(({ provider_id, provider_order }) => `${provider_id} ${provider_order}`))
  return ids.size === 1 ? held[0] : undefined
}

function isPolledUnder(order: LockedOrder, held: HeldId): boolean {
  return (
    order.dispatch === 'accepted' &&
    order.provider_id === held.provider_id &&
    order.provider_order === held.provider_order
  )
}

/** A provider's order id that the order holds, and the attempt that brought it. */
type HeldId = {
  user_id: number
  order_id: bigint
  number: number
  provider_id: number
  provider_order: string
  finished_at: Date | null
}

/** Newest first. */
async function listHeldIds(tx: Tx, { user_id, id }: { user_id: number; id: bigint }): Promise<HeldId[]> {
  // Two statements: a cluster distributes claimed ids by id, attempts by customer.
  const { rows: tried } = await sql<HeldId>`
select user_id, order_id, number, provider_id, provider_order, finished_at
from order_attempts where user_id = ${user_id} and order_id = ${id} and provider_order is not null
order by number desc`.execute(tx)
  const { rows: held } = await sql<Pick<HeldId, 'provider_id' | 'provider_order'>>`
select provider_id, provider_order from provider_orders
where provider_id = any(${tried.map((one) => one.provider_id)}::int[])
  and provider_order = any(${tried.map((one) => one.provider_order)}::text[]) and user_id = ${user_id} and order_id = ${id}`.execute(
    tx,
  )
  return tried.filter((one) =>
    held.some(
      ({ provider_id, provider_order }) =>
        provider_id === one.provider_id && provider_order === one.provider_order,
    ),
  )
}

/**
 * Detaches the id, and the attempt becomes unknown, without the other order's figures. Its new token keeps a repeated
 * reply from restoring the id. Its new `tx_id` makes the reports recount the attempt's days.
 */
async function freeId(tx: Tx, { user_id, order_id, provider_id, provider_order }: HeldId): Promise<void> {
  await tx
    .deleteFrom('provider_orders')
    .where('provider_id', '=', provider_id)
    .where('provider_order', '=', provider_order)
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .execute()
  await tx
    .updateTable('order_attempts')
    .set({
      state: 'unknown',
      token: randomUUID(),
      fault: toStoredFault({ code: 'order_id_released', details: { provider_order } }),
      provider_order: null,
      charge: null,
      charge_currency: null,
      open_charge: null,
      pieces: null,
      tx_id: sql`pg_current_xact_id()::text::bigint`,
    })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('provider_id', '=', provider_id)
    .where('provider_order', '=', provider_order)
    .execute()
}
