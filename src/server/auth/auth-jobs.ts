import type { Context } from '#server/context.ts'
import type { Loop } from '#server/jobs/loop.ts'

export function authJobs(_ctx: Context): Loop[] {
  return []
}
