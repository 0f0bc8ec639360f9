import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { alertStaff } from './health/alert-staff.ts'
import { finishLeftDeletion } from './user-deletion/finish-user-deletion.ts'

export function operationsJobs(ctx: Context): Loop[] {
  const alert = async () => {
    await alertStaff(ctx)
    return false
  }
  return [
    startLoop({ ctx, name: 'staff-alerts', everyMs: 10_000, work: alert }),
    startLoop({ ctx, name: 'erasures', everyMs: 60_000, work: () => finishLeftDeletion(ctx) }),
  ]
}
