import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { fromKeptDetails } from '#contract/base/stored-details.ts'
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
  giveUpSending,
  holdUnknown,
  listOverdue,
  type UnknownAttempt,
} from './unknown-queries.ts'
import { gatherEvidence, readSnapshot } from './gather-evidence.ts'
import { UNKNOWN_SECONDS } from './land-outcome.ts'

const BATCH = 50
/** Others leave it alone while its evidence is gathered. */
const LOOKING_SECONDS = 60

/**
 * Sendings whose lease is over: whoever sent them is gone, and nothing is known. Should the sender live after all, its
 * late reply still lands by its token. Answers whether there may be more.
 */
export async function expireLeases(ctx: Context): Promise<boolean> {
  const keys = await listOverdue(ctx.db, 'sending', BATCH)
  for (const key of keys)
    await transact(ctx, async (tx) => {
      if ((await lockOrder(tx, key))?.dispatch === 'sending') await giveUpSending(tx, key, UNKNOWN_SECONDS)
    })
  return keys.length === BATCH
}

/**
 * Unknown orders that had their time for a late reply go to a person, every one, with what could be learned of them.
 * Nothing of it sends an order again, refunds it or gives it to another provider. Answers whether there may be more.
 */
export async function resolveUnknown(ctx: Context): Promise<boolean> {
  const keys = await listOverdue(ctx.db, 'unknown', BATCH)
  const held: UnknownAttempt[] = []
  for (const key of keys) {
    const unknown = await holdUnknown(ctx.db, key, LOOKING_SECONDS)
    if (unknown !== undefined) held.push(unknown)
  }
  const byProvider = Map.groupBy(held, ({ provider_id }) => provider_id)
  await Promise.all(
    [...byProvider].map(async ([providerId, own]) => {
      const look = await readSnapshot(ctx, providerId)
      for (const unknown of own) await layBeforePerson(ctx, unknown, await gatherEvidence(ctx, unknown, look))
    }),
  )
  return keys.length === BATCH
}

async function layBeforePerson(
  ctx: Context,
  unknown: UnknownAttempt,
  evidence: readonly OrderEvidence[],
): Promise<void> {
  const key: OrderKey = { userId: unknown.user_id, id: unknown.order_id }
  await transact(ctx, async (tx) => {
    const order = await lockOrder(tx, key)
    if (order?.dispatch !== 'unknown' || order.attempts !== unknown.number) return
    await addEvidence(tx, unknown, evidence)
    await setDispatch(tx, order, { dispatch: 'review', ...toPersonsReview(order) })
    await holdForReview(tx, key)
  })
}

/** What it waited for did not come. Any other reason that a person must look at stays. */
function toPersonsReview({ review_code: code, review_details }: LockedOrder): { review?: OrderReview } {
  if (code !== null && code !== 'reply_awaited') return {}
  const { error = '' } = fromKeptDetails(review_details)
  return { review: { code: 'sending_unknown', details: { error: String(error) } } }
}
