import type { QueryOf } from '#contract/base/endpoint.ts'
import type { listProviderChanges as endpoint, ProviderChange } from '#contract/providers/provider-actions.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { getProvider } from '#server/modules/providers/accounts/get-provider.ts'

import { type ChangeRow, listChangeRows } from './offers-queries.ts'

/** What changed at a provider, newest first. Throws `provider_not_found`. */
export async function listChanges(
  { db }: Context,
  providerId: number,
  { kind, search, cursor, limit }: QueryOf<typeof endpoint>,
): Promise<{ changes: ProviderChange[]; next_cursor: string | null }> {
  await getProvider({ db }, providerId)
  const found = await listChangeRows(db, {
    providerId,
    kind,
    service: search === '' ? undefined : search,
    before: fromCursor(cursor),
    count: limit + 1,
  })
  const { rows, nextCursor } = toPage(found, limit)
  return { changes: rows.map(toChange), next_cursor: nextCursor }
}

function toChange({ id, order_id: orderId, ...row }: ChangeRow): ProviderChange {
  return { ...row, id: Number(id), order_id: orderId === null ? null : Number(orderId) }
}
