import type { Kysely } from 'kysely'

import type { Found } from '#contract/base/connection-test.ts'
import type { Context } from '#server/context.ts'
import { callPanel } from '#server/integrations/panels/call-panel.ts'
import type { PanelAnswer, PanelFailure } from '#server/integrations/panels/panel-account.ts'
import type { Json } from '#server/integrations/panels/read-json.ts'
import { isAboutOneId } from '#server/integrations/panels/classify-refusal.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Ids of nobody: the response is expected to say that they are unknown. */
const UNKNOWN_IDS = ['1', '2']

type QueryStatus = (fields: { orders: string } | { order: string }) => Promise<PanelAnswer<Json>>

/**
 * Whether one call can query several orders. Open orders of ours make it certain; without any, it shows in how a
 * list of unknown ids is refused: per id, as a list, or because of one of them, which proves nothing new.
 */
export async function findStatus(ctx: Context, account: ProviderAccount): Promise<Found> {
  const own = await listOpenOrders(ctx.db, account.id)
  const ids = own.length > 0 ? own : UNKNOWN_IDS
  const queryStatus: QueryStatus = (fields) =>
    callProvider(ctx, account, (one) => callPanel(one, { action: 'status', fields }))

  const many = await queryStatus({ orders: ids.join(',') })
  if (many.ok) return acceptsLists(account)
  if (isTrouble(many)) return { code: 'status_not_read', details: { error: many.error } }
  const { known, failure } = await askOneByOne(queryStatus, ids)
  if (known !== undefined) {
    // One of several ids may have failed the list.
    const again = ids.length > 1 ? await queryStatus({ orders: known }) : many
    return again.ok ? acceptsLists(account) : { code: 'status_single' }
  }
  if (failure === undefined || isTrouble(failure) || own.length > 0)
    return { code: 'status_not_read', details: { error: (failure ?? many).error } }
  const isRefusedAsList = !isAboutOneId(many.refusalText ?? '') && many.error !== failure.error
  if (isRefusedAsList || account.perCall.order === 1) return { code: 'status_single' }
  return { code: 'status_untold', details: { error: failure.error } }
}

function acceptsLists({ perCall }: ProviderAccount): Found {
  // The learned number is kept for a day; lists work now.
  return { code: 'status_many', details: { per_call: Math.max(2, perCall.order) } }
}

/** The first id that a single call answers, or why none is answered. */
async function askOneByOne(
  queryStatus: QueryStatus,
  ids: readonly string[],
): Promise<{ known?: string; failure?: PanelFailure }> {
  let failure: PanelFailure | undefined
  for (const order of ids) {
    const answer = await queryStatus({ order })
    if (answer.ok) return { known: order }
    failure = answer
    if (isTrouble(answer)) break
  }
  return failure === undefined ? {} : { failure }
}

/** It is unreachable, or refuses our account whatever is requested. */
function isTrouble({ isDown, about }: PanelFailure): boolean {
  return isDown || about !== undefined
}

/** Up to two open orders at the provider, by its ids, the next due for a poll. */
async function listOpenOrders(db: Kysely<DB>, providerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('poll_queue')
    .select('provider_ref')
    .where('provider_id', '=', providerId)
    .where('kind', '=', 'order')
    .orderBy('due_at')
    .limit(2)
    .execute()
  return rows.flatMap(({ provider_ref: order }) => order ?? [])
}
