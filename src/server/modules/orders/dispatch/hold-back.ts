import { giveUpFirstCharge } from '#server/modules/catalogue/charges/first-charges.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'

import { holdBackRows, listOverdueFirstCharges, sendHeldBack } from './held-back-queries.ts'

const BATCH = 500
/**
 * The first charge releases waiting orders; this finds those that changed supply settings or failed attempts
 * release.
 */
const LOOK_AGAIN_SECONDS = 20
const CHARGE_WITHIN_SECONDS = 1_800

/**
 * Postpones due orders whose supply has sent as many as it may before its first charge is read, so that they block
 * no other order. Staff see why. Returns whether there were any.
 */
export async function holdBack(
  ctx: Context,
  part: { providerId: number; after: Date | undefined },
): Promise<boolean> {
  return (await holdBackRows(ctx.db, { ...part, limit: BATCH, seconds: LOOK_AGAIN_SECONDS })) > 0
}

/** Makes the orders that waited for the supply's first charge due. */
export async function endHoldingBack(
  tx: Tx,
  publish: Publish,
  { providerId, supplyId }: { providerId: number; supplyId: number },
): Promise<void> {
  if (await sendHeldBack(tx, supplyId)) publish({ topic: 'dispatch', providerId })
}

/**
 * For providers that never report a charge: after a while orders are sent without it, and staff are notified. When
 * the waiting orders were canceled meanwhile, nothing was learned and the next orders wait as well.
 */
export async function giveUpFirstCharges(ctx: Context): Promise<false> {
  const overdue = await listOverdueFirstCharges(ctx.db, CHARGE_WITHIN_SECONDS)
  for (const [providerId, supplies] of Map.groupBy(overdue, ({ provider_id: id }) => id))
    await transact(ctx, async (tx, publish) => {
      let services = 0
      for (const { supply_id: supplyId, is_waiting: isWaiting } of supplies) {
        if (isWaiting && (await giveUpFirstCharge(tx, supplyId))) services += 1
        await endHoldingBack(tx, publish, { providerId, supplyId })
      }
      const [first] = supplies
      if (services === 0 || first === undefined) return
      const details = { provider_id: providerId, provider: first.provider, services }
      await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_charges_missing', details })
    })
  return false
}
