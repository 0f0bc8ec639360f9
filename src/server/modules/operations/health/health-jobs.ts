import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { alertStaff } from '#server/modules/operations/health/alerts/alert-staff.ts'

const EVERY_MS = 10_000

export function healthJobs(ctx: Context): Loop[] {
  const work = async () => {
    await alertStaff(ctx)
    return false
  }
  return [startLoop({ ctx, name: 'staff-alerts', everyMs: EVERY_MS, work })]
}
