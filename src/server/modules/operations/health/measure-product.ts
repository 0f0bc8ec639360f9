import { Gauge } from 'prom-client'

import type { Context } from '#server/context.ts'
import { listFailures } from '#server/lib/queue/loop.ts'

import {
  type LastBackup,
  readLastBackup,
} from '#server/modules/operations/backups/automatic/read-last-backup.ts'

import { type Product, readProduct } from './read-product.ts'
import type { EventLoopWatch } from './watch-event-loop.ts'

const UNITS_PER_USD = 100_000_000

/**
 * Makes the gauges of the database and this process, and answers the function that updates them. While the database is
 * unavailable they keep their last values, and `tally_database_up` is 0.
 */
export function measureProduct(ctx: Context, eventLoop: EventLoopWatch): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `tally_${name}`, help, labelNames, registers: [ctx.metrics.registry] })

  const orders = gauge('orders', 'Orders by the status that their customer sees', ['status'])
  const money = gauge('money_usd', 'Sums of the ledger in USD since the beginning', ['type'])
  const balances = gauge('balances_usd', "What customers' balances add up to")
  const due = gauge('queue_due', 'What is due in a queue, counted up to 100000', ['queue'])
  const age = gauge('queue_oldest_seconds', 'For how long the oldest in a queue has been due', ['queue'])
  const paused = gauge('provider_paused', '1 while nothing is sent to a provider', ['provider'])
  const readingPaused = gauge('provider_reading_paused', '1 while nothing is asked of a provider', [
    'provider',
  ])
  const failures = gauge('provider_failures', 'Failures in a row of a provider', ['provider'])
  const provided = gauge('provider_balance', 'Our balance at a provider, in its currency', ['provider'])
  const processes = gauge('processes', 'Processes that said within 15 s that they live', ['role'])
  const jobFailures = gauge(
    'job_failures_in_a_row',
    'Rounds in a row in which a job of this process failed',
    ['job'],
  )
  const isUp = gauge('database_up', '1 when the database answered this reading')
  const pool = gauge('database_connections', 'Connections of this process', ['state'])
  const stall = gauge(
    'event_loop_stall_seconds',
    'The longest that the event loop stood in the last 10 to 20 s',
  )

  const backupAge = gauge('backup_age_seconds', 'Since the newest backup was finished; NaN without one')
  const backupBytes = gauge('backup_bytes', 'Size of the newest backup')
  const backupLate = gauge('backup_late', '1 while the planned backup is late')
  const backupFailed = gauge('backup_failed', '1 while the last backup failed')
  const backupDamaged = gauge('backup_damaged', '1 while the last checked backup is not good')

  const setBackup = ({ made, isLate, failure, bad }: LastBackup) => {
    backupAge.set(made === null ? Number.NaN : (ctx.clock().getTime() - made.finished_at.getTime()) / 1000)
    backupBytes.set(made?.bytes ?? 0)
    backupLate.set(isLate ? 1 : 0)
    backupFailed.set(failure === null ? 0 : 1)
    backupDamaged.set(bad === null ? 0 : 1)
  }
  const set = ({ totals, queues, providers, processes: running }: Product) => {
    for (const [status, count] of Object.entries(totals?.statuses ?? {})) orders.set({ status }, count)
    const { deposits = '0', orders: charged = '0', refunds = '0', bonuses = '0' } = totals ?? {}
    for (const [type, sum] of Object.entries({ deposits, orders: charged, refunds, bonuses }))
      money.set({ type }, toUsd(sum))
    balances.set(toUsd(totals?.balances ?? '0'))
    for (const { queue, due: count, oldest_seconds: seconds } of queues) {
      due.set({ queue }, count)
      age.set({ queue }, seconds)
    }
    for (const one of [paused, readingPaused, failures, provided]) one.reset()
    for (const { slug: provider, balance, ...row } of providers) {
      const { is_paused, is_reading_paused, sending_failures, reading_failures } = row
      paused.set({ provider }, is_paused ? 1 : 0)
      readingPaused.set({ provider }, is_reading_paused ? 1 : 0)
      failures.set({ provider }, Math.max(sending_failures, reading_failures))
      if (balance !== null) provided.set({ provider }, Number(balance))
    }
    processes.reset()
    for (const { role, count } of running) processes.set({ role }, count)
  }

  return async () => {
    pool.set({ state: 'all' }, ctx.pool.totalCount)
    pool.set({ state: 'idle' }, ctx.pool.idleCount)
    pool.set({ state: 'waiting' }, ctx.pool.waitingCount)
    stall.set(eventLoop.longestSeconds())
    jobFailures.reset()
    for (const { job, failures: count } of listFailures(ctx)) jobFailures.set({ job }, count)
    try {
      set(await readProduct(ctx))
      setBackup(await readLastBackup(ctx))
      isUp.set(1)
    } catch {
      isUp.set(0)
    }
  }
}

/** A gauge is a double: good enough for monitoring, not for calculations. */
function toUsd(units: string): number {
  return Number(units) / UNITS_PER_USD
}
