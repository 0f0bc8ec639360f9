import type { Context } from '#server/context.ts'

import { listUnsold } from './claim-orders.ts'
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
/** By then, orders placed before a change are committed. */
const SETTLED_MS = 20_000
/** In case a change was missed. */
const FULL_CHECK_MS = 600_000

export type Rerouter = {
  /** Reroutes what can move, in order of due time; until something changes, only newly due entries are checked. */
  round: (signal?: AbortSignal) => Promise<false>
}

/**
 * Moves queued orders from unavailable providers to available ones, and assigns a supply to those without one.
 * Whether an order can move depends only on services, supplies and providers. So after a change each is checked
 * once in order of due time, and those that must stay are left behind the cursor until the next change: they block
 * nothing and cost nothing.
 */
export function makeRerouter(ctx: Context): Rerouter {
  const cursors = new Map<number, Pick<RerouteCandidate, 'due_at' | 'order_id'>>()
  let closed: ClosedProvider[] = []
  /** The routes' version at the last completed full check. */
  let version: string | undefined
  let fullCheckAt = -Infinity

  const checkClosed = async (at: ClosedProvider, signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      const after = cursors.get(at.provider_id)
      const candidates = await listDueAtClosed(ctx, { closed: at, after, limit: BATCH })
      await move(
        ctx,
        candidates.filter((one) => one.can_move),
      )
      const last = candidates.at(-1)
      if (last !== undefined) cursors.set(at.provider_id, last)
      if (candidates.length < BATCH || signal?.aborted === true) return
    }
  }

  const checkUnsupplied = async (signal: AbortSignal | undefined): Promise<void> => {
    for (let after = 0n; ;) {
      const candidates = await listUnsupplied(ctx, { after, limit: BATCH })
      await move(
        ctx,
        candidates.filter((one) => one.can_move),
      )
      after = candidates.at(-1)?.order_id ?? after
      if (candidates.length < BATCH || signal?.aborted === true) return
    }
  }

  const checkAll = async (now: string, signal: AbortSignal | undefined): Promise<void> => {
    const isChanged = now !== version
    version = undefined
    cursors.clear()
    closed = await listClosedProviders(ctx.db)
    await checkUnsupplied(signal)
    fullCheckAt = performance.now() + (isChanged ? SETTLED_MS : FULL_CHECK_MS)
    version = now
  }

  return {
    async round(signal) {
      const now = await findRoutesVersion(ctx.db)
      if (now !== version || performance.now() >= fullCheckAt) await checkAll(now, signal)
      for (const at of closed) await checkClosed(at, signal)
      for (;;) {
        const due = await listDueNowhere(ctx.db, BATCH)
        await move(ctx, due)
        if (due.length < BATCH || signal?.aborted === true) return false
      }
    },
  }
}

/** Reroutes due orders whose supply was deactivated or now costs too much: nobody claims them there. */
export async function moveUnsold(
  ctx: Context,
  part: { providerId: number; after: Date | undefined },
): Promise<void> {
  await move(ctx, await listUnsold(ctx.db, { ...part, limit: BATCH }))
}

async function move(ctx: Context, queued: readonly QueuedKey[]): Promise<void> {
  if (queued.length === 0) return
  for (const providerId of await rerouteRows(ctx, queued))
    ctx.events.publish({ topic: 'dispatch', providerId })
}
