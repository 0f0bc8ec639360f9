import type { Context } from '#server/context.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { sendUnderLease, pollProvider } from '#server/modules/orders/orders-jobs.ts'
import { makeLeaseKeeper } from '#server/modules/providers/leases/make-lease-keeper.ts'

import type { TestApp } from './app.ts'

export type LeaseWorker = {
  /** Its clocks advance while it does nothing until `wake`, as when the machine sleeps. */
  freeze(ms: number): void
  wake(): void
  stop(): Promise<void>
}

/** What a process with the role worker does at providers. */
export async function startLeaseWorker({ ctx }: TestApp): Promise<LeaseWorker> {
  let slept = 0
  let isFrozen = false
  const own: Context = { ...ctx, clock: () => new Date(Date.now() + slept) }
  await setRole(ctx, 'worker')
  const dispatcher = makeDispatcher(own)
  const keeper = makeLeaseKeeper(own, (lease) => {
    const parts = [sendUnderLease(own, dispatcher, lease), pollProvider(own, lease)]
    return { stop: async () => void (await Promise.all(parts.map((work) => work.stop()))) }
  })
  let step = Promise.resolve(false)
  const timer = setInterval(() => {
    if (!isFrozen) step = step.then(keeper.step).catch(() => false)
  }, 100)
  return {
    freeze: (ms) => {
      isFrozen = true
      slept += ms
    },
    wake: () => (isFrozen = false),
    stop: async () => {
      await keeper.stop()
      clearInterval(timer)
      await step
      await dispatcher.stop()
      await setRole(ctx, 'web')
    },
  }
}

/** Sets whether other processes count it as a worker. */
export async function setRole({ db, processId }: Context, role: 'web' | 'worker'): Promise<void> {
  await db.updateTable('processes').set({ role }).where('id', '=', processId).execute()
}
