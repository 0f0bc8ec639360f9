import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

import { isPollRequested, requestPoll } from './polling-queries.ts'

/** The answer is news; should that be lost, the next look finds it. */
const LOOK_MS = 250

/**
 * For somebody who looks now: whoever has the provider's turn asks about this order with its next call, unless that was
 * done less than `ageSeconds` ago or nothing is awaited of it any more. Resolves when the answer is written, or when
 * `signal` is aborted.
 */
export async function pollOrderNow(
  ctx: Context,
  { ageSeconds, signal, ...key }: OrderKey & { ageSeconds: number; signal: AbortSignal },
): Promise<void> {
  const providerId = await requestPoll(ctx.db, { ...key, ageSeconds })
  if (providerId === undefined) return
  let look = new AbortController()
  const off = ctx.events.on('order', ({ userId, id }) => {
    if (userId === key.userId && BigInt(id) === key.id) look.abort()
  })
  try {
    ctx.events.publish({ topic: 'check', providerId })
    while (!signal.aborted && (await isPollRequested(ctx.db, key))) {
      look = new AbortController()
      const either = AbortSignal.any([signal, look.signal])
      await sleep(LOOK_MS, undefined, { signal: either, ref: false }).catch(() => undefined)
    }
  } finally {
    off()
  }
}
