import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { toStoredFault } from '#server/integrations/stored-fault.ts'
import { readPanelBalance } from '#server/integrations/panels/read-panel.ts'
import type { Refusal } from '#server/integrations/panels/tell-refusal.ts'

import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'
import {
  claimProbe,
  clearSendingFailures,
  countSendingFailure,
  endSendingPause,
  prolongSendingPause,
  setRefusesUs,
  startSendingPause,
} from './sending-breaker-queries.ts'

/** After the third failure in a row nothing is sent for 5 s, then twice as long each time, up to a minute. */
const pause = { pauseSecondsFirst: 5, pauseSecondsMax: 60 }
/** So many unknown ones without an order that was taken between, and a person has to look. */
const UNKNOWNS_MAX = 5
/** Longer than a reading takes. */
const PROBE_SECONDS = 60

/** What an order's sending tells of its provider. */
export type SendingReport =
  | { kind: 'accepted' | 'answered' }
  | { kind: 'refused'; about: Refusal }
  | { kind: 'unknown' | 'not_reached'; fault: Fault; begunMs: number }

/**
 * An order whose fate is not known costs a person's time, and the money of somebody. So what goes wrong makes sending
 * careful (modules/orders/dispatch/make-send-window.ts), three times in a row pauses it, and five lost answers stop it: an
 * hour's outage leaves no more of them than calls at once and those five. A little trouble between answers pauses nothing:
 * of every 20 answers one lost costs a pause in minutes. An answer, a refusal too, is no failure, also in words that nobody
 * knows (modules/orders/dispatch/note-said.ts); only a reading ends a pause, never an order.
 */
export async function recordSending(ctx: Context, providerId: number, events: SendingReport): Promise<void> {
  if (events.kind === 'refused') await logRefusal(ctx, providerId, events.about)
  if (!('fault' in events))
    return clearSendingFailures(ctx.db, providerId, { isAccepted: events.kind === 'accepted' })
  await countSendingFailure(ctx.db, {
    providerId,
    fault: toStoredFault(events.fault),
    isUnknown: events.kind === 'unknown',
    begunMs: events.begunMs,
    unknownsMax: UNKNOWNS_MAX,
    ...pause,
  })
}

/** What staff are notified of until it takes an order again; another refusal (its pace, a link) says nothing of us. */
async function logRefusal(ctx: Context, providerId: number, about: Refusal): Promise<void> {
  if (about === 'funds' || about === 'key' || about === 'address')
    await setRefusesUs(ctx.db, providerId, about)
}

/** The same refusal in unknown words to many customers: nothing is sent for a minute, then ever longer, up to ten. */
export async function backOffSending(ctx: Context, providerId: number, fault: Fault): Promise<void> {
  const pauses = { pauseSecondsFirst: 60, pauseSecondsMax: 600 }
  await startSendingPause(ctx.db, { providerId, fault: toStoredFault(fault), ...pauses })
}

/** Once a pause's time is over: a reading of the balance ends it, or it goes on. One process asks at a time. */
export async function probeSending(ctx: Context, providerId: number): Promise<void> {
  if (!(await claimProbe(ctx.db, providerId, PROBE_SECONDS))) return
  const fault = await findFault(ctx, providerId)
  if (fault === undefined) await endSendingPause(ctx.db, providerId)
  else await prolongSendingPause(ctx.db, { providerId, fault: toStoredFault(fault), ...pause })
}

async function findFault(ctx: Context, providerId: number): Promise<Fault | undefined> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    const answer = await withProviderSlot(ctx, providerId, () => readPanelBalance(account))
    return answer.ok ? undefined : answer.fault
  } catch (error) {
    const fault = error instanceof AppError ? toOwnFault(error) : undefined
    if (fault === undefined) throw error
    return fault
  }
}

/** Without a key, or with too many calls waiting: it was not asked. */
function toOwnFault({ code, details }: AppError): Fault | undefined {
  if (code === 'unavailable') return { code: 'many_waiting', details: {} }
  if (code !== 'state_conflict' || !('reason' in details)) return undefined
  const isUnreadable = details.reason === 'key_unreadable'
  return { code: isUnreadable ? 'key_unreadable' : 'no_key', details: {} }
}
