import { randomUUID } from 'node:crypto'

import type { Context } from '#server/context.ts'
import { startStopwatch } from '#server/lib/limits/start-stopwatch.ts'

import { claimAttempts, type ClaimedAttempt, findBegun } from './dispatch-queries.ts'
import { landOutcome } from './land-outcome.ts'

/** An attempt that was committed before anything is sent. Only the holder of its token may write its outcome. */
export type Attempt = ClaimedAttempt & {
  /** Measured from before the lease was requested: the lease is never older. */
  elapsedMs: () => number
}

export type Claimer = {
  /** Claims at most `limit` due orders of a provider, due at or after `after`. */
  claim: (want: { providerId: number; after?: Date | undefined; limit: number }) => Promise<Attempt[]>
  /** Puts back orders claimed by statements whose response was lost. */
  release: () => Promise<void>
}

/** Longer than an `add` may take to start (20 s) and to run (60 s): after it, nobody is sending or waiting. */
const LEASE_MS = 90_000
/** The server ends a statement whose client is gone after 30 s. */
const LOST_FOR_MS = 60_000

/**
 * Claims orders under tokens made here. A claim whose response is lost may still have been committed. Nothing of it
 * was sent, and only this process knows that: it searches for these tokens until no more can appear, and puts the
 * orders back in the queue instead of letting them become unknown.
 */
export function makeClaimer(ctx: Context, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}): Claimer {
  const lost = new Set<{ tokens: string[]; elapsedMs: () => number }>()

  const release = async () => {
    const expired = [...lost].filter(({ elapsedMs }) => elapsedMs() > LOST_FOR_MS)
    const tokens = [...lost].flatMap((claim) => claim.tokens)
    if (tokens.length === 0) return
    for (const attempt of await findBegun(ctx.db, tokens))
      await landOutcome(ctx, attempt, { kind: 'not_sent', error: 'the claim for sending it was cut short' })
    for (const claim of expired) lost.delete(claim)
  }

  const claim: Claimer['claim'] = async ({ providerId, after, limit }) => {
    await release()
    const elapsedMs = startStopwatch(ctx.clock)
    const tokens = Array.from({ length: limit }, () => randomUUID())
    try {
      const leaseSeconds = leaseMs / 1000
      const claimed = await claimAttempts(ctx.db, { providerId, after, tokens, leaseSeconds })
      return claimed.map((attempt) => ({ ...attempt, elapsedMs }))
    } catch (error) {
      lost.add({ tokens, elapsedMs: startStopwatch(ctx.clock) })
      throw error
    }
  }
  return { claim, release }
}
