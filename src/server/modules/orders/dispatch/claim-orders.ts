import { randomUUID } from 'node:crypto'

import type { Context } from '#server/context.ts'
import { startStopwatch } from '#server/lib/limits/start-stopwatch.ts'

import { claimAttempts, type ClaimedAttempt, findBegun } from './dispatch-queries.ts'
import { landOutcome } from './land-outcome.ts'

/** A sending that was committed as begun. Only the holder of its token may write what became of it. */
export type Attempt = ClaimedAttempt & {
  /** Since before its lease was asked for: the lease is never older than that. */
  elapsedMs: () => number
}

export type Claimer = {
  /** At most `limit` of a provider's due orders, from `after` on. */
  claim: (want: { providerId: number; after?: Date | undefined; limit: number }) => Promise<Attempt[]>
  /** Puts back what was claimed by claims whose answers were lost. */
  release: () => Promise<void>
}

/** Longer than an `add` may begin (20 s) and last (60 s): when it is over, nobody sends and nobody waits. */
const LEASE_MS = 90_000
/** A statement whose client is gone may still run on the server, which ends it after 30 s. */
const LOST_FOR_MS = 60_000

/**
 * Claims orders for sending, under tokens made here. When a claim's answer is lost it may have been committed all
 * the same: nothing of it was sent, and this process is the one that knows. So it looks for these tokens until no
 * more can appear, and puts their orders back in the queue instead of leaving them to become unknown.
 */
export function makeClaimer(ctx: Context, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}): Claimer {
  const lost = new Set<{ tokens: string[]; elapsedMs: () => number }>()

  const release = async () => {
    const isOver = [...lost].filter(({ elapsedMs }) => elapsedMs() > LOST_FOR_MS)
    const tokens = [...lost].flatMap((claim) => claim.tokens)
    if (tokens.length === 0) return
    for (const attempt of await findBegun(ctx.db, tokens))
      await landOutcome(ctx, attempt, { kind: 'not_sent', error: 'the claim for sending it was cut short' })
    for (const claim of isOver) lost.delete(claim)
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
