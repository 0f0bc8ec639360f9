import { type Kysely, sql } from 'kysely'

import { MANUAL } from '#contract/settings/payment-methods.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { findGatewayAccount } from '#server/modules/payments/gateways/find-account.ts'

/** Deposits that are polled, or were until that failed. Transfers that staff confirm have no gateway. */
const isOpen = sql<boolean>`gateway <> ${MANUAL} and (due_at is not null or failed_at is not null and status = 'pending')`

export async function countRestoredDeposits(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
select count(*)::int as count from deposits where ${isOpen}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Makes all of them due for polling, and the gateways' lists due from the archive on, as soon as jobs run. */
export async function readDepositsAgain(tx: Tx): Promise<number> {
  await sql`update gateway_lists set due_at = now()`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
update deposits set due_at = now(), polls = 0, lease = null, tries = 0, failed_at = null, fault = null
where ${isOpen}`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * The gateways in use, and whether their own list shows payments made since the archive. If there is none, only staff
 * can find deposits opened since, at the gateway.
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
