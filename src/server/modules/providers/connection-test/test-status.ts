import type { Found } from '#contract/base/connection-test.ts'
import type { Context } from '#server/context.ts'
import { callPanel } from '#server/integrations/panels/call-panel.ts'
import type { PanelAnswer, PanelFailure } from '#server/integrations/panels/panel-account.ts'
import type { Json } from '#server/integrations/panels/read-json.ts'
import { isAboutOneId } from '#server/integrations/panels/tell-about-id.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import { listOpenOrders } from './connection-test-queries.ts'

/** Nobody's: what is told of them is that they are not known. */
const STRANGERS = ['1', '2']

type Ask = (fields: { orders: string } | { order: string }) => Promise<PanelAnswer<Json>>

/**
 * Whether the status of several orders is told in one call. An order of ours that is open there makes it certain; without
 * one it shows by how a list of unknown ids is refused: one by one, as a whole for what it is, or for the sake of one of
 * them, which tells nothing but what was learnt before.
 */
export async function findStatus(ctx: Context, account: ProviderAccount): Promise<Found> {
  const own = await listOpenOrders(ctx.db, account.id)
  const ids = own.length > 0 ? own : STRANGERS
  const ask: Ask = (fields) =>
    callProvider(ctx, account, (one) => callPanel(one, { action: 'status', fields }))

  const many = await ask({ orders: ids.join(',') })
  if (many.ok) return takesLists(account)
  if (isTrouble(many)) return { code: 'status_not_read', details: { error: many.error } }
  const { known, failure } = await askAlone(ask, ids)
  if (known !== undefined) {
    // One of several may have spoiled the list.
    const again = ids.length > 1 ? await ask({ orders: known }) : many
    return again.ok ? takesLists(account) : { code: 'status_single' }
  }
  if (failure === undefined || isTrouble(failure) || own.length > 0)
    return { code: 'status_not_read', details: { error: (failure ?? many).error } }
  const isSaid = !isAboutOneId(many.told ?? '') && many.error !== failure.error
  if (isSaid || account.perCall.order === 1) return { code: 'status_single' }
  return { code: 'status_untold', details: { error: failure.error } }
}

function takesLists({ perCall }: ProviderAccount): Found {
  // What was learnt is forgotten after a day; lists are taken now.
  return { code: 'status_many', details: { per_call: Math.max(2, perCall.order) } }
}

/** The first of them that is told by the call for one, or why none is. */
async function askAlone(
  ask: Ask,
  ids: readonly string[],
): Promise<{ known?: string; failure?: PanelFailure }> {
  let failure: PanelFailure | undefined
  for (const order of ids) {
    const answer = await ask({ order })
    if (answer.ok) return { known: order }
    failure = answer
    if (isTrouble(answer)) break
  }
  return failure === undefined ? {} : { failure }
}

/** It is down, or refuses us whatever we ask. */
function isTrouble({ isDown, about }: PanelFailure): boolean {
  return isDown || about !== undefined
}
