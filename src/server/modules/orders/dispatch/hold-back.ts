import { giveUpFirstCharge } from '#server/modules/catalogue/charges/first-charges.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'

import { holdBackRows, listOverdueFirstCharges, sendHeldBack } from './held-back-queries.ts'

const BATCH = 500
/** Waking is the first charge's; this finds what its supply's settings, or a sending that came to nothing, let go. */
const LOOK_AGAIN_SECONDS = 20
const CHARGE_WITHIN_SECONDS = 1_800

/**
 * Due orders of a provider whose supply has sent as many as it may before its first charge is read step back in the queue,
 * so that they are in nobody's way. Staff see why. Answers whether any did.
 */
export async function holdBack(
  ctx: Context,
  part: { providerId: number; after: Date | undefined },
): Promise<boolean> {
  return (await holdBackRows(ctx.db, { ...part, limit: BATCH, seconds: LOOK_AGAIN_SECONDS })) > 0
}

/** What waited for the supply's first charge is due now. */
export async function endHoldingBack(
  tx: Tx,
  publish: Publish,
  { providerId, supplyId }: { providerId: number; supplyId: number },
): Promise<void> {
  if (await sendHeldBack(tx, supplyId)) publish({ topic: 'dispatch', providerId })
}

/**
 * Providers that tell no charge: after a while orders are sent without, and staff are told. Where those that waited were
 * canceled since, nothing was learned of the rate, and the next ones wait as well.
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
