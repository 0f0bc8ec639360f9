import type { Context } from '#server/context.ts'

import { clearFailures, countFailure } from './provider-health-queries.ts'

/** That many failures in a row open the circuit. */
const FAILURES_ALLOWED = 3
const PAUSE_SECONDS_FIRST = 15
const PAUSE_SECONDS_MAX = 900

/** It answered: the row of failures is over. Writes only when there was one. */
export async function noteProviderSuccess(ctx: Context, providerId: number): Promise<void> {
  await clearFailures(ctx.db, providerId)
}

/**
 * It could not be reached or answered nonsense. From the third time in a row it is left alone for 15 s, then twice
 * as long each time, up to 15 min; after a pause one failure more is enough for the next. What fails while it is left
 * alone was under way when that began and tells nothing new: with many sendings at once, an outage of seconds would
 * end in a pause of minutes.
 */
export async function noteProviderFailure(ctx: Context, providerId: number, error: string): Promise<void> {
  await countFailure(ctx.db, {
    providerId,
    error: error.slice(0, 500).toWellFormed(),
    now: ctx.clock(),
    allowed: FAILURES_ALLOWED,
    pauseSecondsFirst: PAUSE_SECONDS_FIRST,
    pauseSecondsMax: PAUSE_SECONDS_MAX,
  })
}
