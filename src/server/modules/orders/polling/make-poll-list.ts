import type { Context } from '#server/context.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panels/read-panel.ts'
import { makeQueueFront } from '#server/modules/orders/state/queue-front.ts'

import { type DuePoll, listPolls } from './polling-queries.ts'
import { keyOf } from './to-calls.ts'

export type PollList = {
  /**
   * What is due and not among `leftOut`, at most `max`, and in how many milliseconds the next will be. What it answers
   * may be a second old: an answer about what has changed since changes nothing.
   */
  look(want: { leftOut: ReadonlySet<string>; max: number }): Promise<{ due: DuePoll[]; nextMs: number }>
  /** The next look is a new one. */
  forget(): void
}

/** Who asks again and again for his own must not crowd out what is due. */
const WANTED_MAX = PANEL_IDS_MAX / 2
/** Looked at in one go, since each look goes through what is under way as well. */
const AHEAD = 10 * PANEL_IDS_MAX
const AHEAD_MS = 1000

/** One provider's checks. */
export function makePollList(ctx: Pick<Context, 'db'>, providerId: number): PollList {
  const front = makeQueueFront()
  let ahead: DuePoll[] = []
  let lookedAt = -Infinity

  return {
    async look({ leftOut, max }) {
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
    forget() {
      lookedAt = -Infinity
    },
  }
}
