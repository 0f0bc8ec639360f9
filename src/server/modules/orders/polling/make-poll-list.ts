import type { Context } from '#server/context.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panels/read-panel.ts'
import { makeQueueFront } from '#server/modules/orders/state/queue-front.ts'

import { type DuePoll, listPolls } from './polling-queries.ts'
import { keyOf } from './to-poll-calls.ts'

export type PollList = {
  /**
   * At most `max` due polls outside `leftOut`, and milliseconds until the next. Results may be a second old: an
   * answer about an order that changed since changes nothing.
   */
  list(want: { leftOut: ReadonlySet<string>; max: number }): Promise<{ due: DuePoll[]; nextMs: number }>
  /** Drops what was read ahead. */
  reset(): void
}

/** Limits polls requested by customers, so that they do not crowd out due ones. */
const WANTED_MAX = PANEL_IDS_MAX / 2
/** Read ahead at once, since each query also passes over polls under way. */
const AHEAD = 10 * PANEL_IDS_MAX
const AHEAD_MS = 1000

/** The queue of polls of one provider. */
export function makePollList(ctx: Pick<Context, 'db'>, providerId: number): PollList {
  const front = makeQueueFront()
  let ahead: DuePoll[] = []
  let lookedAt = -Infinity

  return {
    async list({ leftOut, max }) {
      const isLeft = (row: DuePoll) => !leftOut.has(keyOf(row))
      ahead = performance.now() - lookedAt < AHEAD_MS ? ahead.filter(isLeft) : []
      if (ahead.length >= max) return { due: ahead.splice(0, max), nextMs: 0 }

      lookedAt = performance.now()
      const rows = await listPolls(ctx.db, {
        providerId,
        after: front.from(),
        limit: leftOut.size + Math.max(max, AHEAD) + 1,
        wantedMax: leftOut.size + WANTED_MAX,
      })
      const [any] = rows
      if (any !== undefined)
        front.see({
          now: new Date(any.due_at.getTime() - any.in_seconds * 1000),
          oldest: new Date(Math.min(...rows.map(({ due_at: dueAt }) => dueAt.getTime()))),
        })
      ahead = rows.filter((row) => row.in_seconds <= 0 && isLeft(row))
      const waits = rows.filter((row) => row.in_seconds > 0).map((row) => row.in_seconds * 1000)
      return { due: ahead.splice(0, max), nextMs: Math.min(Infinity, ...waits) }
    },
    reset() {
      lookedAt = -Infinity
    },
  }
}
