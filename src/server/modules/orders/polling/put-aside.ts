import type { Context } from '#server/context.ts'

import { type DuePoll, postponePolls } from './polling-queries.ts'

/** What can not be written for a reason of its own is asked about anew after that. */
const BROKEN_SECONDS = 60

/** One order stood in the way of nobody but itself: it is asked about again. */
export async function putAside(ctx: Context, check: DuePoll, error: unknown): Promise<void> {
  ctx.log.error({ err: error, order: check.order_id }, 'what a provider said could not be written')
  await postponePolls(ctx.db, { checks: [check], seconds: BROKEN_SECONDS })
}

/** The database refused the data, a conflict or a wait that was too long, and nothing of it is there. */
export function isRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(22|23|40|55)/.test(code) || code === '57014'
}
