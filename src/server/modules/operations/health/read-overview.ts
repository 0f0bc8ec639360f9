import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { orderStatuses } from '#contract/orders/order-statuses.ts'
import type { Overview, SystemState } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'

import { type Product, queueOf, readProduct } from './read-product.ts'

/** How late a queue may be before the dashboard warns. Each is processed every few seconds. */
const LATE_SECONDS = { sending: 60, checking: 900, gateway: 300, mail: 300 } as const
const BACKUP_LATE_MS = 48 * 3_600_000
const FREE_BYTES_MIN = 2 * 1024 ** 3
const FREE_BYTES_LEAST = 512 * 1024 ** 2

/** Throws if the database can't be read. */
export async function readOverview(ctx: Context): Promise<Omit<Overview, 'success'>> {
  const [product, disk, backup] = await Promise.all([
    readProduct(ctx),
    readDisk(ctx.config.dataDir),
    readLastBackup(ctx),
  ])
  const { checkedAt, milliseconds, totals, providers } = product
  const paused = providers.filter((one) => one.is_paused).length
  const workers = countWorkers(product)
  return {
    checked_at: checkedAt,
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

type Queue = ReturnType<typeof queueOf>

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
