import { AppError } from '#contract/errors.ts'
import { english } from '#contract/words/en.ts'
import { sayError } from '#contract/words/say.ts'
import type { Context } from '#server/context.ts'
import { readPanelBalance } from '#server/integrations/panel-api/read-panel.ts'

import { getProviderAccount } from './provider-account.ts'
import { withProviderSlot } from './provider-slots.ts'
import {
  claimProbe,
  clearSendingFailures,
  countSendingFailure,
  endSendingPause,
  prolongSendingPause,
} from './sending-breaker-queries.ts'

/** After the second failure in a row nothing is sent for 5 s, then twice as long each time, up to a minute. */
const pause = { pauseSecondsFirst: 5, pauseSecondsMax: 60 }
/** So many unknown ones without an order that was taken between, and a person has to look. */
const UNKNOWNS_MAX = 5
/** Longer than a reading takes. */
const PROBE_SECONDS = 60

/** What an order's sending tells of its provider. */
export type SendingNews =
  | { kind: 'accepted' | 'answered' }
  | { kind: 'unknown' | 'not_reached'; error: string; begunMs: number }

/**
 * An order whose fate is not known costs a person's time, and the money of somebody. So what goes wrong once makes
 * sending careful (one at a time), twice in a row pauses it, and five unknown ones stop it: an hour's outage leaves no
 * more of them than calls at once and those five. An answer, a refusal too, is no failure; only a reading ends a pause,
 * never an order.
 */
export async function noteSending(ctx: Context, providerId: number, news: SendingNews): Promise<void> {
  if (!('error' in news))
    return clearSendingFailures(ctx.db, providerId, { isAccepted: news.kind === 'accepted' })
  await countSendingFailure(ctx.db, {
    providerId,
    error: news.error.slice(0, 500).toWellFormed(),
    isUnknown: news.kind === 'unknown',
    begunMs: news.begunMs,
    unknownsMax: UNKNOWNS_MAX,
    ...pause,
  })
}

/** Once a pause's time is over: a reading of the balance ends it, or it goes on. One process asks at a time. */
export async function probeSending(ctx: Context, providerId: number): Promise<void> {
  if (!(await claimProbe(ctx.db, providerId, PROBE_SECONDS))) return
  const error = await findFault(ctx, providerId)
  if (error === undefined) await endSendingPause(ctx.db, providerId)
  else await prolongSendingPause(ctx.db, { providerId, error, ...pause })
}

async function findFault(ctx: Context, providerId: number): Promise<string | undefined> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    const answer = await withProviderSlot(ctx, providerId, () => readPanelBalance(account))
    return answer.ok ? undefined : answer.error
  } catch (error) {
    // Without a key, or with too many calls waiting.
    if (error instanceof AppError) return sayError(english, error)
    throw error
  }
}
