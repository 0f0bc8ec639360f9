import type { Context } from '#server/context.ts'
import { pingDatabase } from '#server/lib/postgres/pool.ts'
import { findStuckJobs } from '#server/lib/queue/loop.ts'

import type { ProcessBeat } from './process-beat.ts'
import type { EventLoopWatch } from './watch-event-loop.ts'

/** Why the process should get no requests; the same codes as on the dashboard. */
export type Reason = 'stopping' | 'database' | 'no_writes' | 'event_loop' | `job:${string}`

/** Short: a load balancer needs an answer now. */
const PING_MS = 2_000
/** The minimum time between queries. */
const CACHED_MS = 1_000
/** Two and a half beats. */
const UNWRITTEN_SECONDS = 13
const STALL_SECONDS = 2
/** The longest round of a job waits a minute for a provider, after waiting for a slot. */
const STUCK_SECONDS = 180

export function makeReadiness(
  ctx: Context,
  { beat, eventLoop }: { beat: ProcessBeat; eventLoop: EventLoopWatch },
): () => Promise<Reason[]> {
  let known: { at: number; answers: Promise<boolean> } | undefined
  const doesDatabaseAnswer = () => {
    if (known === undefined || performance.now() - known.at > CACHED_MS)
      known = { at: performance.now(), answers: isAnswered(ctx) }
    return known.answers
  }

  return async () => {
    const reasons: Reason[] = []
    if (ctx.stopping.aborted) reasons.push('stopping')
    if (!(await doesDatabaseAnswer())) reasons.push('database')
    else if (beat.secondsSince() > UNWRITTEN_SECONDS) reasons.push('no_writes')
    if (eventLoop.longestSeconds() > STALL_SECONDS) reasons.push('event_loop')
    for (const job of findStuckJobs(ctx, STUCK_SECONDS)) reasons.push(`job:${job}`)
    return reasons
  }
}

async function isAnswered({ pool }: Context): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(timeout.resolve, PING_MS, false)
  const answered = pingDatabase(pool).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, timeout.promise]).finally(() => clearTimeout(timer))
}
