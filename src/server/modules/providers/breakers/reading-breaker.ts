import type { Context } from '#server/context.ts'
import { toStoredFault } from '#server/integrations/stored-fault.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'

import {
  clearReadFailures,
  countReadFailure,
  endReadingPause,
  endReadRefusal,
  noteReadRefusal,
} from './reading-breaker-queries.ts'
import { setRefusesUs } from './sending-breaker-queries.ts'

/** That many failures in a row, each begun after the one before, stop the reading. */
const FAILURES_ALLOWED = 3
const PAUSE_SECONDS_FIRST = 5
const PAUSE_SECONDS_MAX = 60

export type Read = {
  answer: PanelAnswer<unknown>
  seconds: number
  /** A call for our balance, which costs little and tells enough: it alone ends a pause. */
  isProbe: boolean
}

/**
 * What a call that changes nothing over there says of the provider. One that can not be reached or answers nonsense is
 * left alone for 5 s, then twice as long each time, up to a minute. One that answers with an error in the protocol is
 * there.
 */
export async function recordRead(
  ctx: Context,
  providerId: number,
  { answer, seconds, isProbe }: Read,
): Promise<void> {
  const fault = answer.ok ? undefined : toStoredFault(answer.fault)
  if (fault !== undefined && !answer.ok && answer.isDown)
    return countReadFailure(ctx.db, {
      providerId,
      fault,
      seconds,
      isProbe,
      allowed: FAILURES_ALLOWED,
      pauseSecondsFirst: PAUSE_SECONDS_FIRST,
      pauseSecondsMax: PAUSE_SECONDS_MAX,
    })
  if (isProbe && (await endReadingPause(ctx.db, providerId)))
    ctx.events.publish({ topic: 'check', providerId })
  if (fault === undefined) {
    await clearReadFailures(ctx.db, providerId)
    return endReadRefusal(ctx.db, providerId)
  }
  await noteReadRefusal(ctx.db, providerId, fault)
  const about = answer.ok ? undefined : answer.about
  if (about === 'key' || about === 'address') await setRefusesUs(ctx.db, providerId, about)
}
