import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { readGatewayLists } from '#server/modules/payments/gateways/read-gateway-lists.ts'
import { deleteIdleAccounts } from '#server/modules/payments/gateways/store-account.ts'
import { gatewayEventQueue } from '#server/modules/payments/gateways/work-gateway-events.ts'

/** Any number of processes may run these: rows are claimed under leases. */
export function paymentsJobs(ctx: Context): Loop[] {
  return [
    gatewayEventQueue.start(ctx),
    depositQueue.start(ctx),
    startLoop({
      ctx,
      name: 'gateway lists',
      everyMs: 60_000,
      work: () => readGatewayLists(ctx).then(() => false),
    }),
    startLoop({
      ctx,
      name: 'gateway accounts cleaning',
      everyMs: 3_600_000,
      work: () => deleteIdleAccounts(ctx).then(() => false),
    }),
  ]
}

export const paymentsRetention: readonly RetentionPolicy[] = [
  // An idempotency key is valid for 30 days (api.md).
  {
    table: 'deposits',
    key: ['user_id', 'id'],
    since: 'created_at',
    where: 'idempotency_key is not null',
    keep: `${limits.idempotencyDays} days`,
    clear: ['idempotency_key', 'request_hash'],
  },
  // Equal payments are compared for minutes (reseller.md A11); the audit log has them permanently.
  { table: 'added_payments', key: ['user_id', 'deposit_id'], since: 'created_at', keep: '1 day' },
  // As long as a year's days are compared with the lists.
  {
    table: 'listed_payments',
    key: ['gateway', 'payment_id'],
    since: 'paid_at',
    keep: `${limits.listedPaymentsDays} days`,
  },
  // Webhooks that were processed.
  { table: 'gateway_events', key: ['id'], since: 'processed_at', keep: { setting: 'webhooks_days' } },
]
