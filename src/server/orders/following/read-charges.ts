import { toServiceType } from '#contract/service-type-spellings.ts'
import { rulesOf } from '#contract/service-types.ts'
import type { Context } from '#server/context.ts'
import { workThrough } from '#server/jobs/loop.ts'
import { noteCharge } from '#server/providers/syncing/note-charge.ts'

import {
  type DearerCharge,
  deleteDearerCharge,
  deleteStaleCharges,
  listDearerCharges,
  putOffDearerCharge,
} from './charge-queries.ts'

const ROWS_MAX = 100
const STALE_MS = 86_400_000

/**
 * Reads from orders that were charged higher than what was known what their services cost by now. Each row was written in
 * the commit that landed the charge, so that none is lost; it goes in the tx that raises the cost. One that can not be
 * read goes to the end of the line. Answers true when there may be more.
 */
export async function readCharges(ctx: Context): Promise<boolean> {
  const charges = await listDearerCharges(ctx.db, ROWS_MAX)
  await workThrough({
    items: charges,
    atOnce: 1,
    work: (charge) =>
      readCharge(ctx, charge).catch(async (error: unknown) => {
        await putOffDearerCharge(ctx.db, charge)
        throw error
      }),
  })
  if (charges.length === 0) await deleteStaleCharges(ctx.db, new Date(ctx.clock().getTime() - STALE_MS))
  return charges.length === ROWS_MAX
}

function readCharge(ctx: Context, charge: DearerCharge): Promise<void> {
  const { provider_id: providerId, supply_id: supplyId, order_id: orderId } = charge
  return noteCharge(ctx, { providerId, supplyId, orderId, cost: costOf(charge) }, (tx) =>
    deleteDearerCharge(tx, charge),
  )
}

/**
 * What the service costs as its price is told, per 1000 or for a package, in the provider's currency: what it is at least,
 * however the charge was rounded, and what it is by the charge. Undefined for a type that is not sold any more.
 */
function costOf({
  service_type,
  quantity,
  charge,
}: DearerCharge): { least: string; told: string } | undefined {
  const type = toServiceType(service_type)
  if (type === undefined) return undefined
  const count = rulesOf(type).rateIsPrice ? 1000n : BigInt(quantity)
  const [whole = '', fraction = ''] = charge.split('.')
  const places = Math.max(2, fraction.length)
  const digits = BigInt(whole + fraction.padEnd(places, '0'))
  const perThousand = (amount: bigint) => toText((amount * 1000n * EXTRA) / count, places + EXTRA_PLACES)
  return { least: perThousand(digits - 1n), told: perThousand(digits) }
}

const EXTRA_PLACES = 8
const EXTRA = 10n ** BigInt(EXTRA_PLACES)

function toText(digits: bigint, places: number): string {
  const text = String(digits).padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, '')
}
