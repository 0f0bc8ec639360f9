import type { Found } from '#contract/checkup.ts'
import type { Context } from '#server/context.ts'
import { callPanel } from '#server/integrations/panel-api/call-panel.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import type { ProviderAccount } from '#server/providers/provider-account.ts'

import { listOpenOrders } from './examining-queries.ts'

/** Nobody's: what is told of them is that they are not known. */
const STRANGERS = ['1', '2']

/**
 * Whether the status of several orders is told in one call. An order of ours that is open there makes it certain; without
 * one it shows by how a list of unknown ids is refused: one by one, as a whole for what it is, or in the same words as
 * a single one, which tells nothing.
 */
export async function findStatus(ctx: Context, account: ProviderAccount): Promise<Found> {
  const own = await listOpenOrders(ctx.db, account.id)
  const ids = own.length > 0 ? own : STRANGERS
  const ask = (fields: Record<string, string>) =>
    callProvider(ctx, account, (one) => callPanel(one, { action: 'status', fields }))

  const many = await ask({ orders: ids.join(',') })
  if (many.ok) return { code: 'status_many' }
  if (many.isDown) return { code: 'status_not_read', details: { error: many.error } }
  const single = await ask({ order: ids[0] ?? '' })
  if (single.ok) return { code: 'status_single' }
  if (single.isDown || own.length > 0) return { code: 'status_not_read', details: { error: single.error } }
  return single.error === many.error
    ? { code: 'status_untold', details: { error: single.error } }
    : { code: 'status_single' }
}
