import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import { compareServices } from '#server/modules/catalogue/favourites/compare-services.ts'
import { favouriteUpdateQueue } from '#server/modules/catalogue/favourites/notify-customers.ts'
import { deleteOldRows } from '#server/modules/catalogue/imports/undo-import.ts'
import { importQueue } from '#server/modules/catalogue/imports/work-import.ts'
import { deleteOldChanges } from '#server/modules/catalogue/provider-sync/provider-changes.ts'

const HOUR_MS = 3_600_000

/** Any number of processes may run these: queues have leases, everything else row locks. */
export function catalogueJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'provider changes cleaning',
      everyMs: HOUR_MS,
      work: () => deleteOldChanges(ctx),
    }),
    importQueue.start(ctx),
    favouriteUpdateQueue.start(ctx),
    startLoop({ ctx, name: 'imports cleaning', everyMs: HOUR_MS, work: () => deleteOldRows(ctx) }),
    startLoop({
      ctx,
      name: 'favourites',
      everyMs: 60_000,
      work: async () => {
        await compareServices(ctx)
        return false
      },
    }),
  ]
}

/** The two jobs above have other rules: changes are also limited by number, and an import's rows expire with it. */
export const catalogueRetention: readonly RetentionPolicy[] = [
  { table: 'api_services', key: ['user_id', 'service_id'], since: 'ordered_at', keep: '30 days' },
  { table: 'learned_costs', key: ['id'], since: 'learned_at', keep: '180 days' },
]
