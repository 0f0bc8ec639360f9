import { sql } from 'kysely'

import type { Restoration as Shown, ResumeCounts } from '#contract/operations/restoration.ts'
import type { Context } from '#server/context.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { countRestoredEmails } from '#server/modules/messaging/emails/hold-restored-emails.ts'
import { countRestoredOrders } from '#server/modules/orders/dispatch/review-restored.ts'
import {
  countRestoredDeposits,
  listGatewaysInUse,
} from '#server/modules/payments/deposits/read-restored-deposits.ts'
import { compareBalances } from '#server/modules/providers/balances/compare-balances.ts'
import { countSignIns } from '#server/modules/users/auth/end-restored-sign-ins.ts'

import { listDeletedSince } from './deleted-users.ts'
import { readFence, type Restoration } from './read-fence.ts'
import { STEP_SECONDS } from './resume-restored.ts'

/** What resuming will do, without doing it; null if the database is not fenced. Queries the providers' balances. */
export async function planResume(ctx: Context): Promise<Shown | null> {
  const restoration = await readFence(ctx.pool)
  if (restoration === undefined) return null
  const { id, archiveId, takenAt, restoredAt } = restoration
  const deleted = await listDeletedSince(ctx)
  const [plan, gateways, providers] = await Promise.all([
    countWork(ctx, restoration, deleted.ids),
    listGatewaysInUse(ctx),
    compareBalances(ctx),
  ])
  return {
    id,
    archive_id: archiveId,
    taken_at: takenAt,
    restored_at: restoredAt,
    plan,
    has_deleted_users: deleted.isWhole,
    gateways,
    providers,
  }
}

async function countWork(
  ctx: Context,
  restoration: Restoration,
  deleted: readonly number[],
): Promise<ResumeCounts> {
  return transact(ctx, async (tx) => {
    await sql.raw(allowSeconds(STEP_SECONDS)).execute(tx)
    const orders = await countRestoredOrders(tx, restoration)
    const deposits = await countRestoredDeposits(tx)
    const emails = await countRestoredEmails(tx, restoration)
    const signIns = await countSignIns(tx, restoration)
    return { ...orders, deposits, ...emails, ...signIns, users: deleted.length }
  })
}
