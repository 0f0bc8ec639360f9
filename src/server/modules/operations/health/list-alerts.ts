import { type NewNotification } from '#contract/messaging/notification-codes.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { countOrdersForAttention } from '#server/modules/orders/admin/list-admin-orders.ts'
import { countDepositsForAttention } from '#server/modules/payments/admin/list-deposits.ts'

import { readLastCheck } from '#server/modules/operations/ledger-check/run-ledger-check.ts'
import { readLastBackup } from '#server/modules/operations/backups/automatic/read-last-backup.ts'

import { listFailingJobs } from './health-queries.ts'
import {
  countFailedEmails,
  countFailedJobs,
  listTroubledProviders,
  type TroubledProvider,
} from './alerts-queries.ts'

/** Staff are notified once per `key` while it lasts, and again if `count` grows. */
export type StaffAlert = {
  key: string
  count: number
  needs: Permission | 'owner'
  notification: NewNotification
}

const PROVIDERS_MAX = 200
const COUNTED_MAX = 1_000
/** Processes record this every 5 s. */
const ALIVE_SECONDS = 30

/** Everything that needs staff attention now. */
export async function listAlerts(ctx: Context): Promise<StaffAlert[]> {
  const { db } = ctx
  const [providers, orders, deposits, jobs, emails, failedJobs, backups, check] = await Promise.all([
    listTroubledProviders(db, PROVIDERS_MAX),
    countOrdersForAttention(ctx, COUNTED_MAX),
    countDepositsForAttention(ctx, COUNTED_MAX),
    listFailingJobs(db, ALIVE_SECONDS),
    countFailedEmails(db, COUNTED_MAX),
    countFailedJobs(db, COUNTED_MAX),
    listBackupAlerts(ctx),
    readLastCheck(db),
  ])
  const violations = check?.violations ?? 0
  const counted: StaffAlert[] = [
    {
      key: 'orders',
      count: orders,
      needs: 'orders',
      notification: { code: 'orders_waiting', details: { orders } },
    },
    {
      key: 'deposits',
      count: deposits,
      needs: 'money',
      notification: { code: 'deposits_waiting', details: { deposits } },
    },
    {
      key: 'emails',
      count: emails,
      needs: 'settings',
      notification: { code: 'emails_failed', details: { emails } },
    },
    {
      key: 'jobs',
      count: failedJobs,
      needs: 'settings',
      notification: { code: 'jobs_failed', details: { jobs: failedJobs } },
    },
    {
      key: 'ledger',
      count: violations,
      needs: 'owner',
      notification: { code: 'ledger_broken', details: { violations } },
    },
  ]
  return [
    ...providers.flatMap(toProviderAlerts),
    ...backups,
    ...counted.filter(({ count }) => count > 0),
    ...jobs.map((job): StaffAlert => ({
      key: `job:${job}`,
      count: 1,
      needs: 'settings',
      notification: { code: 'job_failed', details: { job } },
    })),
  ]
}

/** For owners, since only they decide where backups are stored. */
async function listBackupAlerts(ctx: Context): Promise<StaffAlert[]> {
  const { isLate, failure, bad, checked, isPlanned } = await readLastBackup(ctx)
  type Code = 'backup_late' | 'backup_failed' | 'backup_damaged' | 'backup_unchecked'
  const alert = (key: string, code: Code): StaffAlert => ({
    key: `backup:${key}`,
    count: 1,
    needs: 'owner',
    notification: { code, details: {} },
  })
  return [
    ...(isLate ? [alert('late', 'backup_late')] : []),
    ...(failure === null ? [] : [alert('failed', 'backup_failed')]),
    ...(isPlanned && bad !== null ? [alert(`damaged:${bad.id}`, 'backup_damaged')] : []),
    ...(isPlanned && checked?.verdict === 'unknown' ? [alert('unchecked', 'backup_unchecked')] : []),
  ]
}

function toProviderAlerts(row: TroubledProvider): StaffAlert[] {
  const of = { provider_id: row.id, provider: row.name }
  const alert = (name: string, notification: NewNotification): StaffAlert => ({
    key: `provider:${row.id}:${name}`,
    count: 1,
    needs: 'providers',
    notification,
  })
  const alerts: StaffAlert[] = []
  if (row.stopped_at !== null) {
    const code = row.is_stopped_by_staff ? 'provider_paused_by_staff' : 'provider_stopped'
    // Each stop is a separate alert: a person ended the previous one.
    alerts.push(alert(`stopped:${row.stopped_at.toISOString()}`, { code, details: of }))
  } else if (row.is_paused) alerts.push(toPauseAlert(row, alert))
  if (row.refuses_us !== null) {
    const details = { ...of, about: row.refuses_us }
    alerts.push(alert(`refuses:${row.refuses_us}`, { code: 'provider_refuses', details }))
  }
  return alerts
}

function toPauseAlert(
  { id, name, error }: TroubledProvider,
  alert: (name: string, notification: NewNotification) => StaffAlert,
): StaffAlert {
  const of = { provider_id: id, provider: name }
  const fault = readStoredFault(error)
  if (fault?.code !== 'said_to_many') return alert('paused', { code: 'provider_paused', details: of })
  const { error: said, customers } = fault.details
  const details = { ...of, error: String(said), customers: Number(customers) }
  return alert('unknown_refusal', { code: 'provider_unknown_refusal', details })
}
