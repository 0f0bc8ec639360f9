import type { OrderReview } from '#contract/order-review.ts'
import type { Context } from '#server/context.ts'
import { type Tell, transact, type Tx } from '#server/database/transact.ts'
import type { PanelOrder, PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import { lockOrder } from '#server/orders/state/order-queries.ts'

import { checkDelaySeconds, RARE_CHECK_SECONDS } from './check-delay.ts'
import { getMeasure, prepareLanding, type Told } from './following-queries.ts'
import { judgeShortEnding } from './judge-short-ending.ts'
import { landTogether } from './land-together.ts'
import { isRolledBack, putAside } from './put-aside.ts'
import { writeAndTell } from './write-and-tell.ts'

export type AskedOrder = Told['check']

/**
 * Writes what a provider said of its orders: most of it together with whatever else has just been said, and the short
 * endings, which give money back, each in a tx of its own. Late, twice or out of order changes nothing twice.
 */
export async function landStatuses(
  ctx: Context,
  orders: readonly AskedOrder[],
  answers: ReadonlyMap<string, PanelOrderAnswer>,
): Promise<void> {
  const together: Told[] = []
  const short: Short[] = []
  for (const check of orders) {
    const answer = answers.get(check.provider_ref)
    const told = toTold(check, answer)
    const { word } = told
    if (answer !== undefined && !('error' in answer) && (word === 'PARTIAL' || word === 'CANCELED'))
      short.push({ told, answer, status: word })
    else together.push(told)
  }
  // Both are waited for at once: a failure that nobody waits for yet would end the process.
  await Promise.all([together.length > 0 ? landTogether(ctx, together) : undefined, landAllShort(ctx, short)])
}

async function landAllShort(ctx: Context, short: readonly Short[]): Promise<void> {
  for (const one of short) await landShort(ctx, one)
}

type Short = { told: Told; answer: PanelOrder; status: 'PARTIAL' | 'CANCELED' }

async function landShort(ctx: Context, { told, answer, status }: Short): Promise<void> {
  const key = { userId: told.check.user_id, id: told.check.order_id }
  const change = async (tx: Tx, tell: Tell) => {
    await prepareLanding(tx)
    const order = await lockOrder(tx, key)
    const isOpen = order?.status === 'PENDING' || order?.status === 'PROCESSING'
    const ending = isOpen ? judgeShortEnding(await getMeasure(tx, key), answer, status) : undefined
    const isDoubted = ending !== undefined && 'doubt' in ending
    await writeAndTell(tx, tell, [isDoubted ? withReview(told, ending.doubt) : told])
    if (ending !== undefined && 'move' in ending)
      await moveOrder(tx, tell, { ...key, providerOrder: told.check.provider_ref, ...ending.move })
  }
  try {
    await transact(ctx, change)
  } catch (error) {
    if (!isRolledBack(error)) throw error
    await putAside(ctx, told.check, error)
  }
}

function toTold(check: AskedOrder, answer: PanelOrderAnswer | undefined): Told {
  const soon = { check, nextCheckSeconds: checkDelaySeconds(check.age_seconds) }
  if (answer === undefined) return withReview({ ...nothingSaid, ...soon }, { code: 'left_out', details: {} })
  if ('error' in answer) {
    const rarely = { ...nothingSaid, check, nextCheckSeconds: RARE_CHECK_SECONDS }
    return withReview(rarely, { code: 'told_error', details: { error: answer.error } })
  }
  const { status: word, raw, startCount, remains, charge, currency } = answer
  const told = { ...soon, word, raw, startCount, remains, charge, currency, review: undefined }
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

/** What a person has to look at may stay for days: not asked about every few seconds. */
function withReview(told: Told, review: OrderReview): Told {
  return { ...told, review, nextCheckSeconds: Math.max(told.nextCheckSeconds, 30) }
}
