import type { Context } from '#server/context.ts'
import type { Loop } from '#server/jobs/loop.ts'

export function ordersJobs(_ctx: Context): Loop[] {
  return []
}
