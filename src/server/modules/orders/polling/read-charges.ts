import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import { endHoldingBack } from '#server/modules/orders/dispatch/hold-back.ts'
import { type ChargedCost, recordCharge } from '#server/modules/catalogue/charges/record-charge.ts'

import {
  deleteNotedCharge,
  awaitConfirmation,
  listReadCharges,
  listUnreadCharges,
  type NotedCharge,
  postponeNotedCharge,
} from './charge-queries.ts'

const ROWS_MAX = 100

/**
 * Derives current costs from charges. Each row was written with its status, so none is lost. A supply's first
 * charge releases its orders, or puts the provider on hold; a charge above the known cost waits until a second
 * order confirms it, since the id may belong to another order. One that fails moves to the end of the queue.
 * Returns true when there may be more.
 */
export async function readCharges(ctx: Context): Promise<boolean> {
  const charges = await listUnreadCharges(ctx.db, ROWS_MAX)
  await workThrough({
    items: charges,
    atOnce: 1,
    work: (charge) =>
      readCharge(ctx, charge).catch(async (error: unknown) => {
        await postponeNotedCharge(ctx.db, charge)
        throw error
      }),
  })
  return charges.length === ROWS_MAX
}

async function readCharge(ctx: Context, charge: NotedCharge): Promise<void> {
  const { provider_id: providerId, supply_id: supplyId } = charge
  await transact(ctx, async (tx, publish) => {
    const cost = toCost(charge)
    if (cost === undefined) return deleteNotedCharge(tx, charge)
    const others = (await listReadCharges(tx, charge)).flatMap((one) => toCost(one) ?? [])
    const { isFirst, isOpen } = await recordCharge(ctx, tx, publish, {
      providerId,
      supplyId,
      charge: cost,
      others,
    })
    if (isFirst) await endHoldingBack(tx, publish, { providerId, supplyId })
    await (isOpen ? awaitConfirmation(tx, charge) : deleteNotedCharge(tx, charge))
  })
}

/**
 * The cost per 1,000 or per package in the provider's currency: at least, allowing for rounding, and as charged.
 * Undefined for a type that is not sold any more.
 */
function toCost({ order_id: orderId, service_type, quantity, charge }: NotedCharge): ChargedCost | undefined {
  const type = toServiceType(service_type)
  if (type === undefined) return undefined
  const count = rulesOf(type).rateIsPrice ? 1000n : BigInt(quantity)
  const [whole = '', fraction = ''] = charge.split('.')
  const places = Math.max(2, fraction.length)
  const digits = BigInt(whole + fraction.padEnd(places, '0'))
  const perThousand = (amount: bigint) => toText((amount * 1000n * EXTRA) / count, places + EXTRA_PLACES)
  return { orderId, least: perThousand(digits > 0n ? digits - 1n : 0n), cost: perThousand(digits) }
}

const EXTRA_PLACES = 8
const EXTRA = 10n ** BigInt(EXTRA_PLACES)

function toText(digits: bigint, places: number): string {
  const text = String(digits).padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, '')
}
