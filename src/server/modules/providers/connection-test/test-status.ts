import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'

import type { Found } from '#contract/base/connection-test.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelAnswer, PanelFailure } from '#server/integrations/panels/panel.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Ids of no order: the response should say that they are unknown. */
const UNKNOWN_IDS = ['1', '2']

type Query = <Value>(
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
) => Promise<PanelAnswer<Value>>

/**
 * Whether one call can query several orders. Our open orders there prove it; without any, the refusal of a list of
 * unknown ids shows it: per id, as a list, or because of one id, which proves nothing new.
 */
export async function findStatus(ctx: Context, account: ProviderAccount): Promise<Found> {
  const own = await listOpenOrders(ctx.db, account.id)
  const ids = own.length > 0 ? own : UNKNOWN_IDS
  const query: Query = (call) => callProvider(ctx, account, call)

  const many = await query((one) => panel.orders(one, ids))
  if (many.ok) return acceptsLists(account)
  if (isTrouble(many)) return { code: 'status_not_read', details: { fault: many.fault } }
  const { known, failure } = await askOneByOne(query, ids)
  if (known !== undefined) {
    // One of several ids may have failed the list.
    const again = ids.length > 1 ? await query((one) => panel.orders(one, [known])) : many
    return again.ok ? acceptsLists(account) : { code: 'status_single' }
  }
  if (failure === undefined || isTrouble(failure) || own.length > 0)
    return { code: 'status_not_read', details: { fault: (failure ?? many).fault } }
  const isRefusedAsList = many.isAboutOneId !== true && !isDeepStrictEqual(many.fault, failure.fault)
  if (isRefusedAsList || account.perCall.order === 1) return { code: 'status_single' }
  return { code: 'status_untold', details: { fault: failure.fault } }
}

function acceptsLists({ perCall }: ProviderAccount): Found {
  // The learned number is stored for a day; lists work now.
  return { code: 'status_many', details: { per_call: Math.max(2, perCall.order) } }
}

/** The first id that a single call answers, or why none is answered. */
async function askOneByOne(
  query: Query,
  ids: readonly string[],
): Promise<{ known?: string; failure?: PanelFailure }> {
  let failure: PanelFailure | undefined
  for (const id of ids) {
    const answer = await query((one) => panel.order(one, id))
    if (answer.ok) return { known: id }
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
