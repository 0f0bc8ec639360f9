import type { Context } from '#server/context.ts'
import type { PanelOrderAnswer } from '#server/integrations/panels/read-status.ts'

import { pollDelaySeconds, RARE_POLL_SECONDS } from './poll-delay.ts'
import { type StatusAnswer, withReview } from './polling-queries.ts'
import { landTogether } from './land-together.ts'

export type PolledOrder = StatusAnswer['check']

/**
 * Writes what a provider said of its orders, together with what else has just been said. Answers that are late, repeated
 * or out of order change nothing twice.
 */
export async function landStatuses(
  ctx: Context,
  orders: readonly PolledOrder[],
  answers: ReadonlyMap<string, PanelOrderAnswer>,
): Promise<void> {
  if (orders.length === 0) return
  const told = orders.map((check) => toTold(check, answers.get(check.provider_ref)))
  await landTogether(ctx, told)
}

function toTold(check: PolledOrder, answer: PanelOrderAnswer | undefined): StatusAnswer {
  const soon = { check, nextCheckSeconds: pollDelaySeconds(check.age_seconds) }
  if (answer === undefined) return withReview({ ...nothingSaid, ...soon }, { code: 'left_out', details: {} })
  if ('error' in answer) {
    const rarely = { ...nothingSaid, check, nextCheckSeconds: RARE_POLL_SECONDS }
    return withReview(rarely, { code: 'told_error', details: { error: answer.error } })
  }
  const { status: word, raw, startCount, remains, charge, currency } = answer
  const told = { ...soon, word, raw, startCount, remains, charge, currency, review: undefined }
  // Delivered in full, and not: neither is believed.
  if (word === 'COMPLETED' && remains !== undefined && remains > 0)
    return withReview({ ...told, word: undefined }, { code: 'completed_with_remains', details: { remains } })
  return word === undefined ? withReview(told, { code: 'unknown_status', details: { status: raw } }) : told
}

const nothingSaid = {
  word: undefined,
  raw: '',
  startCount: undefined,
  remains: undefined,
  charge: undefined,
  currency: undefined,
  review: undefined,
}
