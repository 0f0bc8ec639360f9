import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import {
  type LockedOrder,
  lockOrder,
  type OrderKey,
  setDispatch,
} from '#server/modules/orders/state/order-queries.ts'
import { holdForReview } from '#server/modules/orders/state/queue-queries.ts'

import {
  addEvidence,
  markUnknown,
  reserveUnknown,
  listOverdue,
  type UnknownAttempt,
} from './unknown-queries.ts'
import { gatherEvidence, readSnapshot } from './gather-evidence.ts'
import { UNKNOWN_SECONDS } from './land-outcome.ts'

const BATCH = 50
/** Other processes skip it while its evidence is gathered. */
const GATHERING_SECONDS = 60

/**
 * Attempts whose lease has expired: the sender is gone, and the outcome becomes unknown. If the sender lives after
 * all, its late response is still applied by its token. Returns whether there may be more.
 */
export async function expireLeases(ctx: Context): Promise<boolean> {
  const keys = await listOverdue(ctx.db, 'sending', BATCH)
  for (const key of keys)
    await transact(ctx, async (tx) => {
      if ((await lockOrder(tx, key))?.dispatch === 'sending') await markUnknown(tx, key, UNKNOWN_SECONDS)
    })
  return keys.length === BATCH
}

/**
 * Sends unknown orders to review once their time for a late response is up, with the evidence found. Never sends an
 * order again, refunds it or reroutes it. Returns whether there may be more.
 */
export async function resolveUnknown(ctx: Context): Promise<boolean> {
  const keys = await listOverdue(ctx.db, 'unknown', BATCH)
  const claimed: UnknownAttempt[] = []
  for (const key of keys) {
    const unknown = await reserveUnknown(ctx.db, key, GATHERING_SECONDS)
    if (unknown !== undefined) claimed.push(unknown)
  }
  const byProvider = Map.groupBy(claimed, ({ provider_id }) => provider_id)
  await Promise.all(
    [...byProvider].map(async ([providerId, own]) => {
      const snapshot = await readSnapshot(ctx, providerId)
      for (const unknown of own)
        await sendToReview(ctx, unknown, await gatherEvidence(ctx, unknown, snapshot))
    }),
  )
  return keys.length === BATCH
}

async function sendToReview(
  ctx: Context,
  unknown: UnknownAttempt,
  evidence: readonly OrderEvidence[],
): Promise<void> {
  const key: OrderKey = { userId: unknown.user_id, id: unknown.order_id }
  await transact(ctx, async (tx) => {
    const order = await lockOrder(tx, key)
    if (order?.dispatch !== 'unknown' || order.attempts !== unknown.number) return
    await addEvidence(tx, unknown, evidence)
    await setDispatch(tx, order, { dispatch: 'review', ...toUnknownReview(order) })
    await holdForReview(tx, key)
  })
}

/** The awaited response did not come. Any other review reason stays. */
function toUnknownReview({ review_code: code, review_details }: LockedOrder): { review?: OrderReview } {
  if (code !== null && code !== 'reply_awaited') return {}
  const { error = '' } = fromStoredDetails(review_details)
  return { review: { code: 'sending_unknown', details: { error: String(error) } } }
}
