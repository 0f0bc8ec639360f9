import { randomUUID } from 'node:crypto'

import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { LEASE_SECONDS } from './begin-import.ts'
import { claimImport, forgetRows, releaseLease } from './imports-queries.ts'
import { workImport } from './work-import.ts'

/** A round ends after that long, so that imports take turns and nobody takes it for one that stands. */
const ROUND_MS = 10_000
const DAY_MS = 86_400_000
/** As long as one can be taken back. */
const KEPT_DAYS = 30

/** Any number of processes may run these: an import is one's for as long as its lease is renewed. */
export function importsJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'imports',
      everyMs: 5_000,
      wakeOn: ['import'],
      work: () => workNextImport(ctx),
    }),
    startLoop({
      ctx,
      name: 'imports cleaning',
      everyMs: 3_600_000,
      work: () => forgetRows(ctx.db, new Date(ctx.clock().getTime() - KEPT_DAYS * DAY_MS)),
    }),
  ]
}

/** Goes on with one that nobody works at: asked for in the background, or left by a process that ended. */
async function workNextImport(ctx: Context): Promise<boolean> {
  const turn = await claimImport(ctx.db, { token: randomUUID(), leaseSeconds: LEASE_SECONDS })
  if (turn === undefined) return false
  const begun = performance.now()
  await workImport(ctx, turn, () => performance.now() - begun > ROUND_MS)
  await releaseLease(ctx.db, turn)
  return true
}
