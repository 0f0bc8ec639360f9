import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { finishLeftErasure } from './finish-user-deletion.ts'

export function erasureJobs(ctx: Context): Loop[] {
  return [startLoop({ ctx, name: 'erasures', everyMs: 60_000, work: () => finishLeftErasure(ctx) })]
}
