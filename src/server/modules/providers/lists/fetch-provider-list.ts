import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { readPanelServices } from '#server/integrations/panels/read-panel.ts'
import type { PanelServiceList } from '#server/integrations/panels/read-services.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import { findStoredList, storeList } from './stored-list.ts'

export type FetchedList = { list: PanelServiceList; fetchedAt: Date }

const STORED_MS = 3_600_000 // spec §9: an hour

/** A provider's list: the stored one when allowed and no older than an hour, else fetched and stored. */
export async function fetchProviderList(
  ctx: Context,
  providerId: number,
  { mayBeStored }: { mayBeStored: boolean },
): Promise<FetchedList> {
  const now = ctx.clock()
  if (mayBeStored) {
    const storedAfter = new Date(now.getTime() - STORED_MS)
    const stored = await findStoredList(ctx.db, { providerId, fetchedAfter: storedAfter })
    if (stored !== undefined) return stored
  }
  const account = await getProviderAccount(ctx, providerId)
  const answer = await callProvider(ctx, account, readPanelServices)
  if (!answer.ok) throw new AppError('provider_failed', { reason: 'said', error: answer.error })
  const fetched = { list: answer.value, fetchedAt: now }
  await storeList(ctx.db, { providerId, ratePer: account.ratePer, ...fetched })
  return fetched
}
