import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { type PanelRefill, readPanelRefills } from '#server/integrations/panel-api/ask-panel.ts'
import type { PanelAnswer } from '#server/integrations/panel-api/panel-account.ts'
import { checkDelaySeconds, RARE_CHECK_SECONDS } from '#server/orders/following/check-delay.ts'
import { awaitNothing } from '#server/orders/state/check-queue-queries.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, setReview } from '#server/orders/state/order-queries.ts'
import type { ProviderAccount } from '#server/providers/provider-account.ts'
import { readProvider } from '#server/providers/read-provider.ts'

import { UNKNOWN_SECONDS } from './ask-refill.ts'
import {
  changeRefill,
  type Ended,
  listOpenRefills,
  listSilentRefills,
  type OpenRefill,
  type RefillRow,
  type StillOpen,
} from './refills-queries.ts'

/** That long without a word that is understood, from a provider that forgot it or is gone: a person takes over. */
const SILENT_SECONDS = 3 * 86_400
/** So does one when it is said to be under way for ever. */
const ENDLESS_SECONDS = 30 * 86_400
const NO_ANSWER = 'The asking ended without an answer'
const SILENT_MAX = 100

/**
 * Asks how up to 100 open refills stand, where there is anything to ask. Each of them ends, and its order leaves REFILL
 * with it: completed, rejected, or given up after days. `onAnswer` is told before anything is written.
 */
export async function checkRefills(
  ctx: Context,
  account: ProviderAccount,
  { checks, onAnswer }: { checks: readonly RefillRow[]; onAnswer: (answer: PanelAnswer<unknown>) => void },
): Promise<PanelAnswer<unknown>> {
  const refills = await listOpenRefills(ctx.db, checks)
  const open = new Set(refills.map(nameOf))
  for (const check of checks) if (!open.has(nameOf(check))) await forget(ctx, check)
  const pending = refills.filter(({ state }) => state === 'pending')
  const ids = [...new Set(pending.flatMap(({ provider_refill: id }) => (id === null ? [] : [id])))]
  const answer: PanelAnswer<Answers> =
    ids.length === 0
      ? { ok: true, value: new Map() }
      : await readProvider(ctx, account, (open) => readPanelRefills(open, ids))
  onAnswer(answer)
  for (const refill of refills) await land(ctx, refill, judge(refill, answer.ok ? answer.value : undefined))
  return answer
}

/** What time decides goes on where the provider can not be asked. */
export async function decideSilentRefills(ctx: Context, providerId: number): Promise<void> {
  const terms = { silentSeconds: SILENT_SECONDS, endlessSeconds: ENDLESS_SECONDS, max: SILENT_MAX }
  for (const refill of await listSilentRefills(ctx.db, { providerId, ...terms }))
    await land(ctx, refill, judge(refill, undefined))
}

function nameOf({ user_id, order_id, number }: RefillRow): string {
  return `${user_id} ${order_id} ${number}`
}

/** It is over: nothing is awaited of it. */
async function forget(ctx: Context, { user_id: userId, order_id: id, number }: RefillRow): Promise<void> {
  await transact(ctx, (tx) => awaitNothing(tx, { userId, id, refill: number }))
}

type Answers = ReadonlyMap<string, PanelRefill>

/** What becomes of it now; undefined: nothing yet. */
function judge(refill: OpenRefill, answers: Answers | undefined): StillOpen | Ended | undefined {
  if (refill.state === 'asking') return { state: 'unknown', error: NO_ANSWER, checkSeconds: UNKNOWN_SECONDS }
  // It was in the way of another for a day.
  if (refill.state === 'unknown') return { state: 'given_up', error: refill.error ?? NO_ANSWER }
  const answer = answers?.get(refill.provider_refill ?? '')
  const state = answer === undefined || 'error' in answer ? undefined : answer.state
  if (state === 'completed' || state === 'rejected') return { state, error: null }
  const error = describe(answer)
  if (refill.age_seconds >= ENDLESS_SECONDS) return { state: 'given_up', error }
  if (state === 'pending') {
    const checkSeconds = checkDelaySeconds(refill.age_seconds)
    return { state, error: null, checkSeconds, isHeard: true }
  }
  if (refill.silent_seconds >= SILENT_SECONDS) return { state: 'given_up', error }
  return answers === undefined ? undefined : { state: 'pending', error, checkSeconds: RARE_CHECK_SECONDS }
}

function describe(answer: PanelRefill | undefined): string {
  if (answer === undefined) return 'The provider does not speak of it'
  return 'error' in answer ? answer.error : `The provider says: ${answer.raw}`
}

async function land(ctx: Context, refill: OpenRefill, change: StillOpen | Ended | undefined): Promise<void> {
  const { user_id: userId, order_id: id, number, state } = refill
  const key = { userId, id, number, from: [state] }
  if (change === undefined) return
  await transact(ctx, async (tx, tell) => {
    // The order before the refill, as in asking for one: the other way round they would wait for each other.
    const order = await lockOrder(tx, key)
    if (order === undefined || !(await changeRefill(tx, key, change)) || change.state === 'pending') return
    const details = { error: change.error ?? NO_ANSWER }
    if ('checkSeconds' in change) return setReview(tx, order, { code: 'refill_unknown', details })
    if (change.state === 'given_up') await setReview(tx, order, { code: 'refill_given_up', details })
    const hasMoved = await moveOrder(tx, tell, { ...key, from: ['REFILL'], to: refill.status_before })
    if (hasMoved) await addOrderEvent(tx, key, { type: 'refill', message: endings[change.state] })
  })
}

const endings = {
  completed: 'Refill Completed',
  rejected: 'Refill Rejected',
  given_up: 'Refill Not Confirmed',
} as const
