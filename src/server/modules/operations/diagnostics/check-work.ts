import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'
import { addsUp } from '#server/modules/operations/health/read-attention.ts'
import { type LastCheck, readLastCheck } from '#server/modules/operations/ledger-check/run-ledger-check.ts'
import { type Product, queueOf, readProduct } from '#server/modules/operations/health/read-product.ts'

/** Max. lateness per queue. Each is processed every few seconds. */
const SENDING_SECONDS = 60
const POLLING_SECONDS = 900
const WEBHOOK_SECONDS = 300
/** One night may be missed, if the machine is off. */
const CHECK_LATE_MINUTES = 50 * 60

/** Workers, their jobs and their queues. */
export async function checkWork(ctx: Context): Promise<Diagnosed[]> {
  const product = await readProduct(ctx)
  const workers = product.processes.filter(({ role }) => role !== 'web')
  const count = workers.reduce((sum, one) => sum + one.count, 0)
  const failing = product.failingJobs.map((job): Diagnosed => ({ code: 'job_failing', details: { job } }))
  return [
    count > 0 ? { code: 'workers_good', details: { count } } : { code: 'workers_none' },
    ...(failing.length > 0 ? failing : [{ code: 'jobs_good' as const }]),
    ...(ctx.fence.isUp() ? [{ code: 'work_fenced' as const }] : judgeQueues(product)),
  ]
}

function judgeQueues(product: Product): Diagnosed[] {
  const judge = (name: string, lateSeconds: number) => judgeQueue(queueOf(product, name), lateSeconds)
  const sending = judge('dispatch', SENDING_SECONDS)
  const polling = judge('checks', POLLING_SECONDS)
  const webhooks = judge('gateway_events', WEBHOOK_SECONDS)
  return [
    sending.isLate
      ? { code: 'orders_wait', details: sending.late }
      : { code: 'orders_sent', details: { due: sending.late.due } },
    polling.isLate
      ? { code: 'statuses_late', details: polling.late }
      : { code: 'statuses_polled', details: { due: polling.late.due } },
    webhooks.isLate
      ? { code: 'webhooks_wait', details: webhooks.late }
      : { code: 'webhooks_handled', details: { due: webhooks.late.due } },
  ]
}

type Queue = ReturnType<typeof queueOf>
type Judged = { isLate: boolean; late: { due: number; minutes: number } }

export function judgeQueue({ due, oldest_seconds: seconds }: Queue, lateSeconds: number): Judged {
  return { isLate: due > 0 && seconds > lateSeconds, late: { due, minutes: Math.floor(seconds / 60) } }
}

/** The ledger's sums, and the result of its nightly check. */
export async function checkLedger(ctx: Context): Promise<Diagnosed[]> {
  const { totals, checkedAt } = await readProduct(ctx)
  const minutesSince = (at: Date) => Math.max(0, Math.floor((ctx.clock().getTime() - at.getTime()) / 60_000))
  const sums: Diagnosed = addsUp(totals)
    ? { code: 'ledger_good', details: { minutes: minutesSince(checkedAt) } }
    : { code: 'ledger_wrong' }
  return [sums, judgeCheck(await readLastCheck(ctx.db), minutesSince)]
}

function judgeCheck(last: LastCheck | undefined, minutesSince: (at: Date) => number): Diagnosed {
  if (last === undefined) return { code: 'ledger_unchecked' }
  const minutes = minutesSince(last.at)
  if (last.violations > 0) return { code: 'ledger_broken', details: { minutes, count: last.violations } }
  return { code: minutes > CHECK_LATE_MINUTES ? 'ledger_check_late' : 'ledger_checked', details: { minutes } }
}
