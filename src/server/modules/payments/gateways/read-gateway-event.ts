import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { GatewayEvent } from '#contract/payments/gateways.ts'
import type { Context } from '#server/context.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'

import { getGatewayEvent } from './list-gateway-events.ts'
import { handleEvent, toStoredEffect } from './work-gateway-events.ts'

/**
 * Asks the gateway again about the deposit of a stored webhook, and applies its answer as for any other poll. A failed
 * webhook counts as processed once the gateway answers; a waiting one stays in the queue. Throws `not_found`.
 */
export async function readGatewayEvent(ctx: Context, id: bigint): Promise<GatewayEvent> {
  const event = await ctx.db
    .selectFrom('gateway_events')
    .select(['gateway', 'reference', 'body'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (event === undefined) throw new AppError('not_found')
  const { outcome, effect } = await handleEvent(ctx, event)
  const fault = outcome === 'done' ? undefined : 'fail' in outcome ? outcome.fail : outcome.retry
  const stored = fault && toStoredFault(fault)
  await ctx.db
    .updateTable('gateway_events')
    .set({
      ...(effect !== undefined && { effect: toStoredEffect(effect) }),
      fault: stored === undefined ? null : sql`${stored}::jsonb`,
      failed_at: stored === undefined ? null : sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('due_at', 'is', null)
    .execute()
  return getGatewayEvent(ctx.db, id)
}
