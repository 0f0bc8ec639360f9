import { sql } from 'kysely'

import type { Tx } from '#server/lib/postgres/transact.ts'

/** As it is stored; times are the database's. */
export type StoredHold = {
  order_ids: number[]
  supply_id: number
  service_id: number
  service: string
  expected: string
  charged: string
}

/** Answers the provider's name; undefined where it is held already. */
export async function setHold(tx: Tx, providerId: number, hold: StoredHold): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update providers set charge_hold = ${JSON.stringify(hold)}::jsonb || jsonb_build_object('since', now())
    where id = ${providerId} and charge_hold is null returning name`.execute(tx)
  return rows[0]?.name
}

/** Whatever order showed it, or that one. Answers whose supply's charge it was; undefined where it is not held, or not by that. */
export async function clearHold(
  tx: Tx,
  { providerId, orderId }: { providerId?: number; orderId?: bigint },
): Promise<{ id: number; supply_id: number } | undefined> {
  const { rows } = await sql<{ id: number; supply_id: number }>`
    with held as materialized (
      select id, (charge_hold ->> 'supply_id')::int as supply_id from providers
      where charge_hold is not null and id = coalesce(${providerId ?? null}::int, id)
        and (${orderId ?? null}::bigint is null or charge_hold -> 'order_ids' @> to_jsonb(${orderId ?? null}::bigint))
      for no key update
    )
    update providers set charge_hold = null from held where providers.id = held.id returning held.id, held.supply_id`.execute(
    tx,
  )
  return rows[0]
}
