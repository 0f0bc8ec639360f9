import { AppError } from '#contract/base/errors.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { NO_REASON } from '#server/integrations/panels/panel.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'
import type { By, RecordAction } from '#server/modules/audit-log/transact-as-staff.ts'

import { findLastRefusal, insertTaught } from './sentences-queries.ts'

/** Null if it can't be recognized again. */
export function toTeachable(said: string | null): string | null {
  return said === NO_REASON ? null : said
}

/**
 * Teaches that the last refusal of this order means "not accepted" at its provider from now on: such an order goes
 * to its next supply, or is refunded. Throws `state_conflict` for a lost response. Call it under the order's lock.
 */
export async function teachSentence(
  tx: Tx,
  record: RecordAction,
  { by, ...key }: OrderKey & { by: By },
): Promise<void> {
  const said = await findLastRefusal(tx, key)
  if (said === undefined || toTeachable(said.refusal_text) === null)
    throw new AppError('state_conflict', { reason: 'nothing_to_teach' })
  const { provider_id: providerId, refusal_text: sentence, error: example } = said
  const taught = await insertTaught(tx, { providerId, sentence, example, taughtBy: by.actorId })
  if (taught !== undefined) record({ action: 'provider.teach', id: providerId, after: { sentence: example } })
}
