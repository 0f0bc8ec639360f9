import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelOrderAnswer, PanelRefill } from '#server/integrations/panels/panel.ts'
import type { PollCallOutcome, PollCallOptions } from '#server/modules/orders/polling/make-poll-list.ts'
import { pollDelaySeconds, RARE_POLL_SECONDS } from '#server/modules/orders/polling/land-statuses.ts'
import { stopPolling } from '#server/modules/orders/state/poll-queue-queries.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, setReview } from '#server/modules/orders/state/order-queries.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { callInBatches } from '#server/modules/providers/pacing/call-provider.ts'

import { UNKNOWN_SECONDS } from './request-refill.ts'
import {
  changeRefill,
  type Ended,
  listOpenRefills,
  listOverdueRefills,
  type OpenRefill,
  type RefillRow,
  type StillOpen,
} from './refills-queries.ts'

/** Without an understandable answer for this time, the provider has forgotten the refill or is gone: to review. */
const SILENT_SECONDS = 3 * 86_400
/** A refill that stays pending for this long goes to review too. */
const ENDLESS_SECONDS = 30 * 86_400
const noAnswer: Fault = { code: 'no_answer', details: {} }
const OVERDUE_MAX = 100

/**
 * Polls up to 100 open refills of one provider. A refill without an id at the provider is polled by the status of its
 * order. Every refill ends as completed, rejected or given up (after days), and its order leaves REFILL. `onAnswer` is
 * called before anything is written.
 */
export async function pollRefills(
  ctx: Context,
  account: ProviderAccount,
  { polls, onAnswer, paced }: PollCallOptions & { polls: readonly RefillRow[] },
): Promise<PollCallOutcome> {
  const refills = await listOpenRefills(ctx.db, polls)
  const open = new Set(refills.map(toName))
  for (const poll of polls) if (!open.has(toName(poll))) await forget(ctx, poll)
  const pending = refills.filter(({ state }) => state === 'pending')
  const byRefill = await callInBatches(ctx, account, {
    kind: 'refill',
    ids: [...new Set(pending.flatMap(({ provider_refill: id }) => (id === null ? [] : [id])))],
    queryList: panel.refills,
    queryOne: panel.refill,
    paced,
  })
  const byOrder = await callInBatches(ctx, account, {
    kind: 'order',
    ids: [...new Set(pending.flatMap((refill) => (refill.provider_refill === null ? idOf(refill) : [])))],
    queryList: panel.orders,
    queryOne: panel.order,
    paced,
  })
  const answer = byRefill.answer.ok ? byOrder.answer : byRefill.answer
  onAnswer(answer)
  for (const refill of refills) {
    const { provider_refill: id, provider_order: order } = refill
    const hasId = id !== null
    const isAnswered = hasId ? byRefill.answered.has(id) : byOrder.answered.has(order ?? '')
    const reported = hasId ? byRefill.entries.get(id) : toReported(refill, byOrder.entries.get(order ?? ''))
    await land(ctx, refill, judge(refill, isAnswered ? { reported } : undefined))
  }
  return { answer, refused: byRefill.refused }
}

function idOf({ provider_order: order }: OpenRefill): string[] {
  return order === null ? [] : [order]
}

/** The order was also delivered before the refill, so "completed" counts only after the order was seen open in between. */
function toReported(refill: OpenRefill, order: PanelOrderAnswer | undefined): PanelRefill | undefined {
  if (order === undefined || 'fault' in order) return order
  const { status, raw } = order
  if (status === 'PENDING' || status === 'PROCESSING') return { state: 'pending', raw }
  return { state: status !== 'CANCELED' && refill.seen_open ? 'completed' : undefined, raw }
}

/** Ends overdue refills, even while the provider can't be polled. */
export async function decideOverdueRefills(ctx: Context, providerId: number): Promise<void> {
  const terms = { silentSeconds: SILENT_SECONDS, endlessSeconds: ENDLESS_SECONDS, max: OVERDUE_MAX }
  for (const refill of await listOverdueRefills(ctx.db, { providerId, ...terms }))
    await land(ctx, refill, judge(refill, undefined))
}

function toName({ user_id, order_id, number }: RefillRow): string {
  return `${user_id} ${order_id} ${number}`
}

/** Stops polling a refill that has ended. */
async function forget(ctx: Context, { user_id: userId, order_id: id, number }: RefillRow): Promise<void> {
  await transact(ctx, (tx) => stopPolling(tx, { userId, id, refill: number }))
}

/** An answer of the provider; `reported` is undefined if it left this refill out. */
type Answered = { reported: PanelRefill | undefined }

/** The refill's next state; undefined if nothing changes. `answered` is undefined if the provider was not asked. */
function judge(refill: OpenRefill, answered: Answered | undefined): StillOpen | Ended | undefined {
  if (refill.state === 'asking') return { state: 'unknown', fault: noAnswer, pollSeconds: UNKNOWN_SECONDS }
  // It has blocked another refill for a day.
  if (refill.state === 'unknown')
    return { state: 'given_up', fault: readStoredFault(refill.fault) ?? noAnswer }
  const reported = answered?.reported
  const state = reported === undefined || 'fault' in reported ? undefined : reported.state
  if (state === 'completed' || state === 'rejected') return { state, fault: null }
  const fault = toFault(reported)
  if (refill.age_seconds >= ENDLESS_SECONDS) return { state: 'given_up', fault }
  const soon = pollDelaySeconds(refill.age_seconds)
  const isSeenOpen = refill.provider_refill === null
  if (state === 'pending') return { state, fault: null, pollSeconds: soon, isHeard: true, isSeenOpen }
  if (refill.silent_seconds >= SILENT_SECONDS) return { state: 'given_up', fault }
  if (answered === undefined) return undefined
  // Without an id only frequent polls can catch the order open.
  return { state: 'pending', fault, pollSeconds: isSeenOpen ? soon : RARE_POLL_SECONDS }
}

function toFault(reported: PanelRefill | undefined): Fault {
  if (reported === undefined) return { code: 'refill_left_out', details: {} }
  return 'fault' in reported ? reported.fault : { code: 'refill_status', details: { status: reported.raw } }
}

async function land(ctx: Context, refill: OpenRefill, change: StillOpen | Ended | undefined): Promise<void> {
  const { user_id: userId, order_id: id, number, state } = refill
  const key = { userId, id, number, from: [state] }
  if (change === undefined) return
  await transact(ctx, async (tx, publish) => {
    // Order before refill, as everywhere: the reverse could deadlock two txs.
    const order = await lockOrder(tx, key)
    if (order === undefined || !(await changeRefill(tx, key, change)) || change.state === 'pending') return
    const details = { fault: change.fault ?? noAnswer }
    if ('pollSeconds' in change) return setReview(tx, order, { code: 'refill_unknown', details })
    if (change.state === 'given_up') await setReview(tx, order, { code: 'refill_given_up', details })
    const hasMoved = await moveOrder(tx, publish, { ...key, from: ['REFILL'], to: refill.status_before })
    if (hasMoved) await addOrderEvent(tx, key, { code: 'refill', details: { ending: change.state } })
  })
}
