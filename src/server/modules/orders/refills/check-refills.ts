import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { type PanelRefill, readPanelRefill, readPanelRefills } from '#server/integrations/panels/ask-panel.ts'
import { readPanelOrder, readPanelOrders } from '#server/integrations/panels/read-panel.ts'
import type { PanelOrderAnswer } from '#server/integrations/panels/read-status.ts'
import type { CallOutcome, CallOptions } from '#server/modules/orders/polling/ask-about.ts'
import { pollDelaySeconds, RARE_POLL_SECONDS } from '#server/modules/orders/polling/poll-delay.ts'
import { awaitNothing } from '#server/modules/orders/state/poll-queue-queries.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, setReview } from '#server/modules/orders/state/order-queries.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { readBatched } from '#server/modules/providers/balances/read-many.ts'

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
 * Asks how up to 100 open refills stand, where there is anything to ask: one that its provider took without naming it by
 * the status of its order. Each of them ends, and its order leaves REFILL with it: completed, rejected, or given up after
 * days. `onAnswer` is told before anything is written.
 */
export async function checkRefills(
  ctx: Context,
  account: ProviderAccount,
  { checks, onAnswer, paced }: CallOptions & { checks: readonly RefillRow[] },
): Promise<CallOutcome> {
  const refills = await listOpenRefills(ctx.db, checks)
  const open = new Set(refills.map(nameOf))
  for (const check of checks) if (!open.has(nameOf(check))) await forget(ctx, check)
  const pending = refills.filter(({ state }) => state === 'pending')
  const byRefill = await readBatched(ctx, account, {
    kind: 'refill',
    ids: [...new Set(pending.flatMap(({ provider_refill: id }) => (id === null ? [] : [id])))],
    askTogether: readPanelRefills,
    askAlone: readPanelRefill,
    paced,
  })
  const byOrder = await readBatched(ctx, account, {
    kind: 'order',
    ids: [...new Set(pending.flatMap((refill) => (refill.provider_refill === null ? idOf(refill) : [])))],
    askTogether: readPanelOrders,
    askAlone: readPanelOrder,
    paced,
  })
  const answer = byRefill.answer.ok ? byOrder.answer : byRefill.answer
  onAnswer(answer)
  for (const refill of refills) {
    const { provider_refill: id, provider_order: order } = refill
    const hasId = id !== null
    const isAnswered = hasId ? byRefill.answered.has(id) : byOrder.answered.has(order ?? '')
    const told = hasId ? byRefill.entries.get(id) : toTold(refill, byOrder.entries.get(order ?? ''))
    await land(ctx, refill, judge(refill, isAnswered ? { told } : undefined))
  }
  return { answer, refused: byRefill.refused }
}

function idOf({ provider_order: order }: OpenRefill): string[] {
  return order === null ? [] : [order]
}

/** Delivered before, and so it is said to be after: only one that was seen open between has been refilled. */
function toTold(refill: OpenRefill, order: PanelOrderAnswer | undefined): PanelRefill | undefined {
  if (order === undefined || 'error' in order) return order
  const { status, raw } = order
  if (status === 'PENDING' || status === 'PROCESSING') return { state: 'pending', raw }
  return { state: status !== 'CANCELED' && refill.seen_open ? 'completed' : undefined, raw }
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

/** What its provider said of it; `told` is undefined where it was left out. */
type Heard = { told: PanelRefill | undefined }

/** What becomes of it now; undefined: nothing yet. */
function judge(refill: OpenRefill, heard: Heard | undefined): StillOpen | Ended | undefined {
  if (refill.state === 'asking') return { state: 'unknown', error: NO_ANSWER, checkSeconds: UNKNOWN_SECONDS }
  // It was in the way of another for a day.
  if (refill.state === 'unknown') return { state: 'given_up', error: refill.error ?? NO_ANSWER }
  const told = heard?.told
  const state = told === undefined || 'error' in told ? undefined : told.state
  if (state === 'completed' || state === 'rejected') return { state, error: null }
  const error = describe(told)
  if (refill.age_seconds >= ENDLESS_SECONDS) return { state: 'given_up', error }
  const soon = pollDelaySeconds(refill.age_seconds)
  const isSeenOpen = refill.provider_refill === null
  if (state === 'pending') return { state, error: null, checkSeconds: soon, isHeard: true, isSeenOpen }
  if (refill.silent_seconds >= SILENT_SECONDS) return { state: 'given_up', error }
  if (heard === undefined) return undefined
  // Without an id only a look at the right time sees it under way.
  return { state: 'pending', error, checkSeconds: isSeenOpen ? soon : RARE_POLL_SECONDS }
}

function describe(told: PanelRefill | undefined): string {
  if (told === undefined) return 'The provider does not speak of it'
  return 'error' in told ? told.error : `The provider says: ${told.raw}`
}

async function land(ctx: Context, refill: OpenRefill, change: StillOpen | Ended | undefined): Promise<void> {
  const { user_id: userId, order_id: id, number, state } = refill
  const key = { userId, id, number, from: [state] }
  if (change === undefined) return
  await transact(ctx, async (tx, publish) => {
    // The order before the refill, as in asking for one: the other way round they would wait for each other.
    const order = await lockOrder(tx, key)
    if (order === undefined || !(await changeRefill(tx, key, change)) || change.state === 'pending') return
    const details = { error: change.error ?? NO_ANSWER }
    if ('checkSeconds' in change) return setReview(tx, order, { code: 'refill_unknown', details })
    if (change.state === 'given_up') await setReview(tx, order, { code: 'refill_given_up', details })
    const hasMoved = await moveOrder(tx, publish, { ...key, from: ['REFILL'], to: refill.status_before })
    if (hasMoved) await addOrderEvent(tx, key, { code: 'refill', details: { ending: change.state } })
  })
}
