import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

import { isPollRequested, requestPoll } from './polling-queries.ts'

/** The answer is an event; if it is lost, this interval finds it. */
const CHECK_MS = 250

/**
 * For a customer who is looking at the order: the lease holder polls it with its next call, unless that happened
 * less than `ageSeconds` ago or the order is not polled any more. Resolves when the answer is stored, or `signal`
 * is aborted.
 */
export async function pollOrderNow(
  ctx: Context,
  { ageSeconds, signal, ...key }: OrderKey & { ageSeconds: number; signal: AbortSignal },
): Promise<void> {
  const providerId = await requestPoll(ctx.db, { ...key, ageSeconds })
  if (providerId === undefined) return
  let nextEvent = new AbortController()
  const off = ctx.events.on('order', ({ userId, id }) => {
    if (userId === key.userId && BigInt(id) === key.id) nextEvent.abort()
  })
  try {
    ctx.events.publish({ topic: 'check', providerId })
    while (!signal.aborted && (await isPollRequested(ctx.db, key))) {
      nextEvent = new AbortController()
      const either = AbortSignal.any([signal, nextEvent.signal])
      await sleep(CHECK_MS, undefined, { signal: either, ref: false }).catch(() => undefined)
    }
  } finally {
    off()
  }
}
