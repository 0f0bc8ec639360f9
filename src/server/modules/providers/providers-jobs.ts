import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

const BALANCE_AGE_MS = 3 * 60_000

/** Refreshes balances every few minutes, so that staff see low ones in time. */
export function providersJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'provider balances',
      everyMs: 30_000,
      work: (signal) => checkBalances(ctx, signal),
    }),
  ]
}

export const providersRetention: readonly RetentionPolicy[] = [
  { table: 'provider_calls', key: ['provider_id', 'hour'], since: 'hour', keep: '8 days' },
]

async function checkBalances(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const checkedBefore = new Date(ctx.clock().getTime() - BALANCE_AGE_MS)
  for (const id of await listProvidersToCheck(ctx.db, { checkedBefore })) {
    if (signal.aborted) return false
    try {
      await refreshBalance(ctx, id)
    } catch (error) {
      // Already recorded in the provider's health; the next one is still read.
      if (!(error instanceof AppError))
        ctx.log.error({ err: error, provider: id }, 'a balance could not be read')
    }
  }
  return false
}

/** Enabled providers whose balance is older than that; while reading is paused the lease holder probes instead. */
async function listProvidersToCheck(
  db: Kysely<DB>,
  { checkedBefore }: { checkedBefore: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('is_enabled', '=', true)
    .where((is) =>
      is.or([is('balance_checked_at', 'is', null), is('balance_checked_at', '<', checkedBefore)]),
    )
    .where('reading_paused_until', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
