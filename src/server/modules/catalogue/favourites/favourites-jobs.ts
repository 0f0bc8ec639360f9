import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { lookAtServices } from './compare-services.ts'
import { notifyCustomers } from './notify-customers.ts'

/** Any number of processes may run it: a look is one's, and so is each batch of what it found. */
export function favouritesJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'favourites',
      everyMs: 60_000,
      work: async () => {
        await lookAtServices(ctx)
        return notifyCustomers(ctx)
      },
    }),
  ]
}
