import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { forgetPresence } from '#server/modules/support/inbox/show-presence.ts'
import { sweepFiles } from '#server/modules/support/attachments/keep-files.ts'
import { forgetTicketKeys } from './write-once.ts'

export function ticketsJobs(ctx: Context): Loop[] {
  return [
    startLoop({ ctx, name: 'ticket files cleaning', everyMs: 3_600_000, work: () => sweepFiles(ctx) }),
    startLoop({ ctx, name: 'ticket presence cleaning', everyMs: 3_600_000, work: () => forgetPresence(ctx) }),
    startLoop({ ctx, name: 'ticket keys cleaning', everyMs: 3_600_000, work: () => forgetTicketKeys(ctx) }),
  ]
}
