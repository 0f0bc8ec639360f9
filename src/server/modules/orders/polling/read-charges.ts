import { sql } from 'kysely'

import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import type { Outcome } from '#server/lib/queue/queue.ts'
import { endHoldingBack } from '#server/modules/orders/dispatch/hold-back.ts'
import { type ChargedCost, recordCharge } from '#server/modules/catalogue/charges/record-charge.ts'

/**
 * Charges from which current costs are derived. Each row was written with its status, so none is lost. A supply's first
 * charge releases its orders, or puts the provider on hold; a charge above the known cost waits until a second order
 * confirms it, since the id may belong to another order.
 */
export const chargeQueue = makeQueue({
  name: 'charges',
  table: 'observed_charges',
  key: ['user_id', 'order_id'],
  columns: [],
  order: ['due_at'],
  since: 'seen_at',
  wakeOn: 'charge',
  everyMs: 5_000,
  // The handlers change services, supplies and the provider under locks.
  concurrency: 1,
  leaseSeconds: 30,
  timeoutSeconds: 60,
  tries: { max: 12, pauseSeconds: 5, pauseSecondsMax: 3_600 },
  whenDone: 'delete',
  handle: (ctx, { user_id: userId, order_id: orderId }, claim) =>
    transact(ctx, async (tx, publish): Promise<Outcome> => {
      await claim.hold(tx)
      const charge = await findNotedCharge(tx, { userId, orderId })
      const cost = charge && toCost(charge)
      if (charge === undefined || cost === undefined) {
        await claim.end(tx)
        return 'ended'
      }
      const { provider_id: providerId, supply_id: supplyId } = charge
      const others = (await listReadCharges(tx, charge)).flatMap((one) => toCost(one) ?? [])
      const { isFirst, isOpen } = await recordCharge(ctx, tx, publish, {
        providerId,
        supplyId,
        charge: cost,
        others,
      })
      if (isFirst) await endHoldingBack(tx, publish, { providerId, supplyId })
      await (isOpen ? awaitConfirmation(tx, charge) : claim.end(tx))
      return 'ended'
    }),
})

/**
 * The cost per 1,000 or per package in the provider's currency: the minimum, allowing for rounding, and as charged.
 * Undefined for a type that is no longer sold.
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

/** A charge worth reading: a supply's first, or above the order's expected cost. */
type NotedCharge = {
  user_id: number
  order_id: bigint
  /** In the provider's currency, a decimal text without trailing zeros. */
  charge: string
  provider_id: number
  supply_id: number
  service_type: string
  quantity: number
}

/** Only for accepted attempts: a reverted one says nothing any more. */
const selectNoted = sql`
  select noted.user_id, noted.order_id, trim_scale(noted.charge)::text as charge, taken.provider_id, taken.supply_id,
    orders.service_type, orders.quantity
  from observed_charges noted
  join orders on orders.user_id = noted.user_id and orders.id = noted.order_id
  join order_attempts taken on taken.user_id = noted.user_id and taken.order_id = noted.order_id
    and taken.state = 'accepted'`

/** Undefined if the order's attempt was reverted. */
async function findNotedCharge(
  tx: Tx,
  { userId, orderId }: { userId: number; orderId: bigint },
): Promise<NotedCharge | undefined> {
  const { rows } = await sql<NotedCharge>`
    ${selectNoted} where noted.user_id = ${userId} and noted.order_id = ${orderId}`.execute(tx)
  return rows[0]
}

/** Other charges of the supply above the known cost that no second order has confirmed yet. */
async function listReadCharges(tx: Tx, { supply_id, order_id }: NotedCharge): Promise<NotedCharge[]> {
  const { rows } = await sql<NotedCharge>`
    ${selectNoted} where noted.supply_id = ${supply_id} and noted.read_at is not null and noted.order_id <> ${order_id}
    order by noted.seen_at desc limit 100`.execute(tx)
  return rows
}

/** Stores the charge until another order confirms it. */
async function awaitConfirmation(tx: Tx, { user_id: userId, order_id: orderId }: NotedCharge): Promise<void> {
  await sql`
    update observed_charges set read_at = now(), due_at = null, lease = null
    where user_id = ${userId} and order_id = ${orderId}`.execute(tx)
}

/** The charge belonged to another order. */
export async function deleteChargeOfOrder(
  tx: Tx,
  { user_id: userId, id }: { user_id: number; id: bigint },
): Promise<void> {
  await sql`delete from observed_charges where user_id = ${userId} and order_id = ${id}`.execute(tx)
}
