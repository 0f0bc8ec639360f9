import type { Context } from '#server/context.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panel-api/read-panel.ts'
import { makeQueueFront } from '#server/orders/state/queue-front.ts'

import { type Check, listChecks } from './following-queries.ts'
import { keyOf } from './to-calls.ts'

export type CheckList = {
  /** What is due and not among `leftOut`, at most `max`, and in how many milliseconds the next will be. */
  look(want: { leftOut: ReadonlySet<string>; max: number }): Promise<{ due: Check[]; nextMs: number }>
}

/** Who asks again and again for his own must not crowd out what is due. */
const WANTED_MAX = PANEL_IDS_MAX / 2
/** One provider's checks. */
export function makeCheckList({ db }: Pick<Context, 'db'>, providerId: number): CheckList {
  const front = makeQueueFront()

  return {
    async look({ leftOut, max }) {
      const rows = await listChecks(db, {
        providerId,
        after: front.from(),
        limit: leftOut.size + max + 1,
        wantedMax: leftOut.size + WANTED_MAX,
      })
      const [any] = rows
      if (any !== undefined)
        front.see({
          now: new Date(any.due_at.getTime() - any.in_seconds * 1000),
          oldest: new Date(Math.min(...rows.map(({ due_at: dueAt }) => dueAt.getTime()))),
        })
      const due = rows.filter((row) => row.in_seconds <= 0 && !leftOut.has(keyOf(row))).slice(0, max)
      const waits = rows.filter((row) => row.in_seconds > 0).map((row) => row.in_seconds * 1000)
      return { due, nextMs: Math.min(Infinity, ...waits) }
    },
  }
}
