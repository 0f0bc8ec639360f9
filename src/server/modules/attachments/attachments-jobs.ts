import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { sweepFiles } from './sweep-files.ts'

export function attachmentsJobs(ctx: Context): Loop[] {
  return [startLoop({ ctx, name: 'files cleaning', everyMs: 3_600_000, work: () => sweepFiles(ctx) })]
}
