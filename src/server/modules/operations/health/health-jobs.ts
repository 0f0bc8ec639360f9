import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { notifyStaff } from '#server/modules/operations/health/alerts/notify-staff.ts'

const EVERY_MS = 10_000

export function healthJobs(ctx: Context): Loop[] {
  const work = async () => {
    await notifyStaff(ctx)
    return false
  }
  return [startLoop({ ctx, name: 'staff-alerts', everyMs: EVERY_MS, work })]
}
