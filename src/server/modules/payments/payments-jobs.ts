import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { pollDueDeposits } from '#server/modules/payments/deposits/poll-deposit.ts'
import { deleteIdleAccounts } from '#server/modules/payments/gateways/store-account.ts'
import { workGatewayEvents } from '#server/modules/payments/gateways/work-gateway-events.ts'

const DAY_MS = 86_400_000
/** Rows per statement: short enough that no payment waits for it. */
const ROWS_PER_STATEMENT = 2_000

/** Any number of processes may run these: rows are claimed under leases. */
export function paymentsJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'gateway events',
      everyMs: 1_000,
      wakeOn: ['deposit'],
      work: (signal) => workGatewayEvents(ctx, signal),
    }),
    startLoop({
      ctx,
      name: 'deposit polling',
      everyMs: 1_000,
      work: (signal) => pollDueDeposits(ctx, signal),
    }),
    startLoop({ ctx, name: 'payments cleaning', everyMs: 3_600_000, work: () => cleanPayments(ctx) }),
  ]
}

/**
 * Idempotency keys are stored for 30 days (api.md), webhooks for as long as the operator configures. Answers true if there may be
 * more to delete.
 */
export async function cleanPayments(ctx: Context): Promise<boolean> {
  const { db, clock, settings } = ctx
  const { webhooks_days: webhooksDays } = (await settings.read()).retention
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS)
  const count = ROWS_PER_STATEMENT
  const forgotten = await deleteOldKeys(db, { before: daysAgo(limits.idempotencyDays), count })
  const deleted = await deleteOldGatewayEvents(db, { before: daysAgo(webhooksDays), count })
  await deleteIdleAccounts(ctx)
  return forgotten === count || deleted === count
}

/** Deletes the oldest idempotency keys from before then, at most `count`; answers how many. */
async function deleteOldKeys(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deposits set idempotency_key = null, request_hash = null
    where (user_id, id) in (
      select user_id, id from deposits where idempotency_key is not null and created_at < ${before}
      order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes the oldest events processed before then, at most `count`; answers how many. */
async function deleteOldGatewayEvents(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gateway_events where id in (
      select id from gateway_events where processed_at < ${before} order by processed_at limit ${count})`.execute(
    db,
  )
  return Number(numAffectedRows)
}
