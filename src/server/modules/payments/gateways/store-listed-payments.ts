import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { ListedPayment } from '#server/integrations/gateways/gateway.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { isOwnReference } from '#server/modules/payments/deposits/deposit-queries.ts'
import { toGatewayId } from '#server/modules/payments/deposits/gateway-ids.ts'

const STATUS_LENGTH_MAX = 100

/**
 * Stores what a gateway's list reports about payments to us, and queues each that differs here for a poll: not credited, another
 * amount, or a change since it was last listed. It is handled like a webhook, with its retries and copies.
 */
export async function storeListedPayments(
  ctx: Context,
  gateway: string,
  listed: readonly ListedPayment[],
): Promise<void> {
  // The account may serve other shops. Ids are deduplicated: a page may repeat rows that moved while it was read.
  const own = listed.filter(({ id, reference }) => id !== '' && isOwnReference(reference))
  const payments = [...new Map(own.map((payment) => [toGatewayId(payment.id), payment])).entries()]
  if (payments.length === 0) return
  const asked = await transact(ctx, async (tx, publish) => {
    const changed = await storePayments(tx, gateway, payments)
    const count = await insertEvents(tx, { gateway, changed, now: ctx.clock() })
    if (count > 0) publish({ topic: 'deposit' })
    return count
  })
  if (asked > 0)
    ctx.log.info({ gateway, asked }, "a gateway's list names payments that are not here as it says")
}

type Changed = { reference: string; is_new: boolean }

async function storePayments(
  tx: Tx,
  gateway: string,
  payments: readonly (readonly [id: string, payment: ListedPayment])[],
): Promise<Changed[]> {
  const columns = {
    ids: payments.map(([id]) => id),
    references: payments.map(([, { reference }]) => reference),
    times: payments.map(([, { at }]) => at),
    amounts: payments.map(([, { amount }]) => amount ?? null),
    statuses: payments.map(([, { status }]) => status.slice(0, STATUS_LENGTH_MAX)),
  }
  const { rows } = await sql<Changed>`
    insert into listed_payments (gateway, payment_id, reference, paid_at, amount, status)
    select ${gateway}, listed.* from unnest(${columns.ids}::text[], ${columns.references}::text[],
      ${columns.times}::timestamptz[], ${columns.amounts}::bigint[], ${columns.statuses}::text[]) as listed
    on conflict (gateway, payment_id) do update set amount = excluded.amount, status = excluded.status
    where (listed_payments.amount, listed_payments.status) is distinct from (excluded.amount, excluded.status)
    returning reference, xmax = 0 as is_new`.execute(tx)
  return rows
}

/**
 * Only for existing deposits; if the list has no amounts, more payments than known count. A payment without a deposit
 * appears only in the reconciliation, since no customer could be credited.
 */
async function insertEvents(
  tx: Tx,
  { gateway, changed, now }: { gateway: string; changed: readonly Changed[]; now: Date },
): Promise<number> {
  const again = changed.flatMap(({ reference, is_new: isNew }) => (isNew ? [] : [reference]))
  const { numAffectedRows = 0n } = await sql`
    insert into gateway_events (gateway, reference, body, received_at, source)
    select gateway, reference, '', ${now}, 'list' from deposits
    where reference = any (${changed.map(({ reference }) => reference)}::text[]) and gateway = ${gateway}
      and (status <> 'completed' or reference = any (${again}::text[])
        or (select case when count(*) = count(amount) then sum(amount) <> coalesce(deposits.arrived, deposits.amount)
            else count(*) > (select count(*) from deposit_gateway_ids known
              where (known.user_id, known.deposit_id, known.gateway) = (deposits.user_id, deposits.id, deposits.gateway)) end
          from listed_payments listed where listed.reference = deposits.reference and listed.gateway = deposits.gateway))
    `.execute(tx)
  return Number(numAffectedRows)
}
