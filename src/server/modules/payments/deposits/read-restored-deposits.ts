import { type Kysely, sql } from 'kysely'

import { MANUAL } from '#contract/settings/payment-methods.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { findGatewayAccount } from '#server/modules/payments/gateways/find-account.ts'

/** Deposits that a gateway is asked about, or was until that failed. Transfers that staff confirm have no gateway. */
const isOpen = sql<boolean>`gateway <> ${MANUAL} and (due_at is not null or failed_at is not null and status = 'pending')`

export async function countRestoredDeposits(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
select count(*)::int as count from deposits where ${isOpen}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Has the gateways asked about all of them, and their lists read again from the archive on, as soon as jobs run. */
export async function readDepositsAgain(tx: Tx): Promise<number> {
  await sql`update gateway_lists set due_at = now()`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
update deposits set due_at = now(), polls = 0, lease = null, tries = 0, failed_at = null, fault = null
where ${isOpen}`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * The gateways in use, and whether their own list shows what was paid since the archive. Where there is none, deposits that
 * were opened since are found by staff alone, at the gateway.
 */
export async function listGatewaysInUse(ctx: Context): Promise<{ gateway: string; is_listed: boolean }[]> {
  const found = await Promise.all(
    [...ctx.gateways.values()].map(async (gateway) => {
      const account = await findGatewayAccount(ctx, gateway)
      if (account === undefined) return []
      const isListed = gateway.listPayments !== undefined && gateway.canList?.(account) !== false
      return [{ gateway: gateway.data.id, is_listed: isListed }]
    }),
  )
  return found.flat()
}
