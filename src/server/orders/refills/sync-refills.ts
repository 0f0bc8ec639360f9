import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { type PanelRefill, readPanelRefills } from '#server/integrations/panel-api/ask-panel.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panel-api/read-panel.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount, isPaused } from '#server/providers/provider-account.ts'

import { checkDelaySeconds, RARE_CHECK_SECONDS } from '#server/orders/following/check-delay.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, setReview } from '#server/orders/state/order-queries.ts'

import { UNKNOWN_SECONDS } from './ask-refill.ts'
import {
  changeRefill,
  claimDueRefills,
  type DueRefill,
  type Ended,
  type StillOpen,
} from './refills-queries.ts'

/** That long without a word that is understood, from a provider that forgot it or is gone: a person takes over. */
const SILENT_SECONDS = 3 * 86_400
/** So does one when it is said to be under way for ever. */
const ENDLESS_SECONDS = 30 * 86_400
const NO_ANSWER = 'The asking ended without an answer'

/**
 * Asks how open refills stand, up to 100 of one provider a call. Each of them ends, and its order leaves REFILL with
 * it: completed, rejected, or given up after days. Answers true when there may be more.
 */
export async function syncRefills(ctx: Context): Promise<boolean> {
  const refills = await claimDueRefills(ctx.db, PANEL_IDS_MAX)
  const byProvider = Map.groupBy(refills, ({ provider_id }) => provider_id)
  await Promise.all(
    [...byProvider].map(async ([providerId, own]) => {
      const answers = providerId === null ? undefined : await askAbout(ctx, providerId, own)
      for (const refill of own) await land(ctx, refill, judge(refill, answers))
    }),
  )
  return refills.length === PANEL_IDS_MAX
}

type Answers = ReadonlyMap<string, PanelRefill>

/** Undefined when the provider could not be asked, and when there is nothing to ask about. */
async function askAbout(
  ctx: Context,
  providerId: number,
  refills: readonly DueRefill[],
): Promise<Answers | undefined> {
  const pending = refills.filter(({ state }) => state === 'pending')
  const ids = [...new Set(pending.flatMap(({ provider_refill: id }) => (id === null ? [] : [id])))]
  if (ids.length === 0) return undefined
  try {
    const account = await getProviderAccount(ctx, providerId)
    if (isPaused(account, ctx.clock())) return undefined
    const answer = await callProvider(ctx, account, (open) => readPanelRefills(open, ids))
    return answer.ok ? answer.value : undefined
  } catch (error) {
    // Without a key, or with too many calls waiting.
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What becomes of it now; undefined leaves it to the end of the lease on its check. */
function judge(refill: DueRefill, answers: Answers | undefined): StillOpen | Ended | undefined {
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

async function land(ctx: Context, refill: DueRefill, change: StillOpen | Ended | undefined): Promise<void> {
  const { user_id: userId, order_id: id, number, state } = refill
  const key = { userId, id, number, from: [state] }
  if (change === undefined) return
  if (change.state === 'pending') return void (await changeRefill(ctx.db, key, change))
  await transact(ctx, async (tx, tell) => {
    // The order before the refill, as in asking for one: the other way round they would wait for each other.
    const order = await lockOrder(tx, key)
    if (order === undefined || !(await changeRefill(tx, key, change))) return
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
