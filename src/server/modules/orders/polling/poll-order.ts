import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'
import { makePacer } from '#server/modules/providers/pacing/make-pacer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { makePoller } from './make-poller.ts'

/** The answer is an event; if it is lost, this interval finds it. */
const CHECK_MS = 250

/**
 * For a customer viewing the order: the lease holder polls it with its next call, unless that happened less than
 * `ageSeconds` ago or the order is not polled any more. Resolves when the answer is stored, or `signal` is aborted.
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

/** Polls the order in this process, regardless of the lease, and waits for the result. For the demo and tests. */
export async function pollOrderHere(ctx: Context, key: OrderKey): Promise<void> {
  const providerId = await requestPoll(ctx.db, { ...key, ageSeconds: 0 })
  if (providerId !== undefined) await pollOnce(ctx, providerId)
}

/**
 * Polls a provider once for everything due and waits for the answers. For processes without a worker or with their
 * own clock.
 */
export async function pollOnce(ctx: Context, providerId: number): Promise<void> {
  const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 1 })
  const poller = makePoller(ctx, { providerId, pacer, isHeld: () => true })
  await poller.pump()
  await poller.settle()
  await poller.stop()
}

/**
 * Requests an immediate poll because the customer is waiting. Returns its provider; undefined if it was polled less
 * than `ageSeconds` ago or is not polled. A due poll keeps its time: it may be running.
 */
async function requestPoll(
  db: Kysely<DB>,
  { userId, id, ageSeconds }: OrderKey & { ageSeconds: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ provider_id: number }>`
update poll_queue set is_urgent = true, due_at = least(due_at, now())
where user_id = ${userId} and order_id = ${id} and kind = 'order'
  and (polled_at is null or polled_at <= now() - make_interval(secs => ${ageSeconds}))
returning provider_id`.execute(db)
  return rows[0]?.provider_id
}

async function isPollRequested(db: Kysely<DB>, { userId, id }: OrderKey): Promise<boolean> {
  const row = await db
    .selectFrom('poll_queue')
    .select('is_urgent')
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('kind', '=', 'order')
    .executeTakeFirst()
  return row?.is_urgent === true
}
