import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'

import { markLowBalance } from '#server/modules/providers/providers-queries.ts'

/** Staff are told once when the balance there falls below what they named, and again only after it was above. */
export async function noteBalance(ctx: Context, id: number): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    const low = await markLowBalance(tx, id)
    if (low === undefined) return
    const { name: provider, balance, currency } = low
    const details = { provider_id: id, provider, balance, currency }
    await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_balance_low', details })
  })
}
