import type { Context } from '#server/context.ts'

import { listUnsold } from './dispatch-queries.ts'
import {
  findRoutesVersion,
  listClosedProviders,
  listDueAtClosed,
  listDueNowhere,
  listUnsupplied,
  type ClosedProvider,
  type RerouteCandidate,
  rerouteRows,
  type QueuedKey,
} from './reroute-queries.ts'

/** Rows per statement. */
const BATCH = 500
/** What was placed before a change and is committed after it is there by then. */
const SETTLED_MS = 20_000
/** Should a change ever be missed. */
const LOOK_AT_ALL_MS = 600_000

export type Rerouter = {
  /** Reroutes whatever can be, from the front to the end; until something changes, only what has come since is looked at. */
  round: (signal?: AbortSignal) => Promise<false>
}

/**
 * Moves queued orders from providers that take none now to those that do, and gives a supply to those that wait without
 * one. Whether an order can move depends on services, supplies and providers alone. So after a change each is looked at
 * once, in the order in which they are due, and those that have to stay are behind the cursor until the next change:
 * they block nothing and cost nothing.
 */
export function makeRerouter(ctx: Context): Rerouter {
  const cursors = new Map<number, Pick<RerouteCandidate, 'due_at' | 'order_id'>>()
  let closed: ClosedProvider[] = []
  /** As of the last look at all that was finished. */
  let version: string | undefined
  let lookAtAllAt = -Infinity

  const lookAtClosed = async (at: ClosedProvider, signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      const after = cursors.get(at.provider_id)
      const looked = await listDueAtClosed(ctx.db, { closed: at, after, limit: BATCH })
      await move(
        ctx,
        looked.filter((one) => one.can_move),
      )
      const last = looked.at(-1)
      if (last !== undefined) cursors.set(at.provider_id, last)
      if (looked.length < BATCH || signal?.aborted === true) return
    }
  }

  const lookAtUnsupplied = async (signal: AbortSignal | undefined): Promise<void> => {
    for (let after = 0n; ;) {
      const looked = await listUnsupplied(ctx.db, { after, limit: BATCH })
      await move(
        ctx,
        looked.filter((one) => one.can_move),
      )
      after = looked.at(-1)?.order_id ?? after
      if (looked.length < BATCH || signal?.aborted === true) return
    }
  }

  const lookAtAll = async (now: string, signal: AbortSignal | undefined): Promise<void> => {
    const isChanged = now !== version
    version = undefined
    cursors.clear()
    closed = await listClosedProviders(ctx.db)
    await lookAtUnsupplied(signal)
    lookAtAllAt = performance.now() + (isChanged ? SETTLED_MS : LOOK_AT_ALL_MS)
    version = now
  }

  return {
    async round(signal) {
      const now = await findRoutesVersion(ctx.db)
      if (now !== version || performance.now() >= lookAtAllAt) await lookAtAll(now, signal)
      for (const at of closed) await lookAtClosed(at, signal)
      for (;;) {
        const due = await listDueNowhere(ctx.db, BATCH)
        await move(ctx, due)
        if (due.length < BATCH || signal?.aborted === true) return false
      }
    },
  }
}

/** A provider's due orders whose supply was taken off, or costs too much by now: nobody claims them there. */
export async function moveUnsold(
  ctx: Context,
  part: { providerId: number; after: Date | undefined },
): Promise<void> {
  await move(ctx, await listUnsold(ctx.db, { ...part, limit: BATCH }))
}

async function move(ctx: Context, queued: readonly QueuedKey[]): Promise<void> {
  if (queued.length === 0) return
  for (const providerId of await rerouteRows(ctx.db, queued))
    ctx.events.publish({ topic: 'dispatch', providerId })
}
