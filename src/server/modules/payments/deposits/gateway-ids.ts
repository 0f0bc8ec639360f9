import type { Kysely } from 'kysely'

import { money } from '#contract/base/money.ts'
import type { BelievedPayment, KnownPayment } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { Deposit } from './deposit-queries.ts'

type OfGateway = Pick<Deposit, 'gateway' | 'user_id' | 'id'>

/**
 * Stores the gateway's ids of a deposit. False if one belongs to another deposit: a payment is credited to one deposit only.
 */
export async function storeGatewayIds(
  db: Kysely<DB>,
  deposit: OfGateway,
  given: readonly string[],
): Promise<boolean> {
  const ids = given.map(toGatewayId)
  if (ids.length === 0) return true
  await db
    .insertInto('deposit_gateway_ids')
    .values(ids.map((id) => toRow(deposit, id)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // A separate statement, so that it sees what another process stored meanwhile.
  const own = await listKnownIds(db, deposit)
  return ids.every((id) => own.ids.includes(id))
}

/** Once per id, whatever comes later: another amount under the same id is never added, and no id counts for two deposits. */
export async function storeBelieved(
  db: Kysely<DB>,
  deposit: OfGateway,
  { id, amount, currency }: BelievedPayment,
): Promise<void> {
  const believed = { believed_amount: amount, believed_currency: currency }
  await db
    .insertInto('deposit_gateway_ids')
    .values({ ...toRow(deposit, toGatewayId(id)), ...believed })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'gateway_id'])
        .doUpdateSet(believed)
        .where('deposit_gateway_ids.believed_amount', 'is', null)
        .where('deposit_gateway_ids.user_id', '=', deposit.user_id)
        .where('deposit_gateway_ids.deposit_id', '=', deposit.id),
    )
    .execute()
}

/** The known ids and payments of a deposit at the gateway, read before it is asked. */
export async function listKnownIds(
  db: Kysely<DB>,
  { gateway, user_id, id }: OfGateway,
): Promise<Pick<KnownPayment, 'ids' | 'believed'>> {
  const rows = await db
    .selectFrom('deposit_gateway_ids')
    .select(['gateway_id', 'believed_amount', 'believed_currency'])
    .where('user_id', '=', user_id)
    .where('deposit_id', '=', id)
    .where('gateway', '=', gateway)
    .execute()
  const believed = rows.flatMap(({ gateway_id, believed_amount: amount, believed_currency: currency }) =>
    amount === null || currency === null ? [] : [{ id: gateway_id, amount: money(amount), currency }],
  )
  return { ids: rows.map(({ gateway_id }) => gateway_id), believed }
}

export function toGatewayId(id: string): string {
  return id.slice(0, 200)
}

function toRow({ gateway, user_id, id }: OfGateway, gateway_id: string) {
  return { gateway, gateway_id, user_id, deposit_id: id }
}
