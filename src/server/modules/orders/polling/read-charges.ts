import { type Kysely, sql } from 'kysely'

import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import { endHoldingBack } from '#server/modules/orders/dispatch/hold-back.ts'
import { type ChargedCost, recordCharge } from '#server/modules/catalogue/charges/record-charge.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

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

/** A charge worth reading: a supply's first one, or more than the order should have cost. */
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

/** Only of accepted attempts: one that was reverted says nothing any more. */
const selectNoted = sql`
  select noted.user_id, noted.order_id, trim_scale(noted.charge)::text as charge, taken.provider_id, taken.supply_id,
    orders.service_type, orders.quantity
  from observed_charges noted
  join orders on orders.user_id = noted.user_id and orders.id = noted.order_id
  join order_attempts taken on taken.user_id = noted.user_id and taken.order_id = noted.order_id
    and taken.state = 'accepted'`

/** The oldest first. */
async function listUnreadCharges(db: Kysely<DB>, limit: number): Promise<NotedCharge[]> {
  const { rows } = await sql<NotedCharge>`
    ${selectNoted} where noted.read_at is null order by noted.seen_at limit ${limit}`.execute(db)
  return rows
}

/** Other charges of the supply above the known cost that no second order has confirmed yet. */
async function listReadCharges(tx: Tx, { supply_id, order_id }: NotedCharge): Promise<NotedCharge[]> {
  const { rows } = await sql<NotedCharge>`
    ${selectNoted} where noted.supply_id = ${supply_id} and noted.read_at is not null and noted.order_id <> ${order_id}
    order by noted.seen_at desc limit 100`.execute(tx)
  return rows
}

function ofCharge({ user_id, order_id, charge }: NotedCharge) {
  return sql`user_id = ${user_id} and order_id = ${order_id} and charge = ${charge}::numeric`
}

/** Keeps the charge until another order confirms it, unless a new charge was reported meanwhile. */
async function awaitConfirmation(tx: Tx, charge: NotedCharge): Promise<void> {
  await sql`update observed_charges set read_at = now() where ${ofCharge(charge)}`.execute(tx)
}

/** Unless a new charge was reported meanwhile. */
async function deleteNotedCharge(tx: Tx, charge: NotedCharge): Promise<void> {
  await sql`delete from observed_charges where ${ofCharge(charge)}`.execute(tx)
}

/** The charge belonged to another order. */
export async function deleteChargeOfOrder(
  tx: Tx,
  { user_id: userId, id }: { user_id: number; id: bigint },
): Promise<void> {
  await sql`delete from observed_charges where user_id = ${userId} and order_id = ${id}`.execute(tx)
}

/** Moves it behind all others. */
async function postponeNotedCharge(
  db: Kysely<DB>,
  { user_id: userId, order_id: orderId }: NotedCharge,
): Promise<void> {
  await db
    .updateTable('observed_charges')
    .set({ seen_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .execute()
}
