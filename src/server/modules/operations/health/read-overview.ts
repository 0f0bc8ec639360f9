import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { orderStatuses } from '#contract/orders/order-statuses.ts'
import {
  ATTENTION_COUNTED_MAX,
  type AttentionCode,
  type Overview,
  type SystemState,
} from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'
import { countOrdersForAttention } from '#server/modules/orders/admin/list-admin-orders.ts'
import { countDepositsForAttention } from '#server/modules/payments/admin/list-deposits.ts'
import { countWaitingTickets } from '#server/modules/support/tickets/read-tickets.ts'

import type { TotalsRow } from './health-queries.ts'
import { type Product, readProduct } from './read-product.ts'

/** How late a queue may be before the dashboard warns. Each is processed every few seconds. */
const LATE_SECONDS = { sending: 60, checking: 900, gateway: 300, mail: 300 } as const
const BACKUP_LATE_MS = 48 * 3_600_000
const FREE_BYTES_MIN = 2 * 1024 ** 3
const FREE_BYTES_LEAST = 512 * 1024 ** 2

/** Throws if the database can't be read. */
export async function readOverview(ctx: Context): Promise<Omit<Overview, 'success'>> {
  const [product, orders, deposits, tickets, disk, backup] = await Promise.all([
    readProduct(ctx),
    countOrdersForAttention(ctx, ATTENTION_COUNTED_MAX),
    countDepositsForAttention(ctx, ATTENTION_COUNTED_MAX),
    countWaitingTickets(ctx, ATTENTION_COUNTED_MAX),
    readDisk(ctx.config.dataDir),
    readLastBackup(ctx),
  ])
  const { checkedAt, milliseconds, totals, providers } = product
  const paused = providers.filter((one) => one.is_paused).length
  const workers = countWorkers(product)
  const counts: Record<AttentionCode, number> = {
    ledger: addsUp(totals) ? 0 : 1,
    orders,
    deposits,
    tickets,
    providers_paused: paused,
    providers_low: providers.filter((one) => one.is_balance_low).length,
    services_below_cost: product.belowCost,
    mails_given_up: queueOf(product, 'mails_given_up').due,
    jobs_failing: product.failingJobs.length,
    jobs_failed: queueOf(product, 'jobs_failed').due,
  }
  return {
    checked_at: checkedAt,
    // The keys are the codes, in their order.
    attention: (Object.keys(counts) as AttentionCode[]).map((code) => ({ code, count: counts[code] })),
    orders: orderStatuses.map((status) => ({ status, count: totals?.statuses[status.toLowerCase()] ?? 0 })),
    system: {
      database: { state: 'ok', milliseconds: Math.round(milliseconds * 10) / 10 },
      jobs: { state: product.failingJobs.length > 0 ? 'down' : 'ok', failing: product.failingJobs },
      workers: { state: workers > 0 ? 'ok' : 'down', count: workers },
      sending: judge(queueOf(product, 'dispatch'), LATE_SECONDS.sending),
      checking: judge(queueOf(product, 'checks'), LATE_SECONDS.checking),
      providers: { state: stateOfProviders(providers.length, paused), count: providers.length, paused },
      gateway: judge(queueOf(product, 'gateway_events'), LATE_SECONDS.gateway),
      mail: judge(queueOf(product, 'mails'), LATE_SECONDS.mail),
      disk,
      backup,
    },
  }
}

/** I1 (ARCHITECTURE.md) over all accounts, by their stored sums. */
function addsUp(totals: TotalsRow | undefined): boolean {
  if (totals === undefined) return true
  const { deposits, orders, refunds, bonuses, balances } = totals
  return BigInt(deposits) - BigInt(orders) + BigInt(refunds) + BigInt(bonuses) === BigInt(balances)
}

type Queue = { due: number; oldest_seconds: number }

function queueOf({ queues }: Product, name: string): Queue {
  const { due, oldest_seconds } = queues.find(({ queue }) => queue === name) ?? { due: 0, oldest_seconds: 0 }
  return { due, oldest_seconds: Math.max(0, Math.round(oldest_seconds)) }
}

function judge(queue: Queue, lateSeconds: number): Queue & { state: SystemState } {
  return { state: queue.due > 0 && queue.oldest_seconds > lateSeconds ? 'waits' : 'ok', ...queue }
}

function countWorkers({ processes }: Product): number {
  return processes.filter(({ role }) => role !== 'web').reduce((sum, { count }) => sum + count, 0)
}

function stateOfProviders(count: number, paused: number): SystemState {
  if (count === 0) return 'unset'
  if (paused === 0) return 'ok'
  return paused === count ? 'down' : 'waits'
}

/** The disk of files and of the embedded database. */
async function readDisk(dataDir: string): Promise<{ state: SystemState; free_bytes: number | null }> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const low = free < FREE_BYTES_LEAST ? 'down' : 'waits'
    return { state: free < FREE_BYTES_MIN ? low : 'ok', free_bytes: free }
  } catch {
    return { state: 'unset', free_bytes: null }
  }
}

/** The product makes no backups; the operator's backup command touches `last-backup` in DATA_DIR (README, "Backups"). */
async function readLastBackup({
  config: { dataDir },
  clock,
}: Pick<Context, 'config' | 'clock'>): Promise<Overview['system']['backup']> {
  const marker = await stat(join(dataDir, 'last-backup')).catch(() => undefined)
  if (marker === undefined) return { state: 'waits', finished_at: null }
  const isLate = clock().getTime() - marker.mtimeMs > BACKUP_LATE_MS
  return { state: isLate ? 'waits' : 'ok', finished_at: marker.mtime }
}
