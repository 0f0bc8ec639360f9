import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { readPanelServices } from '#server/integrations/panels/read-panel.ts'
import type { PanelServiceList } from '#server/integrations/panels/read-services.ts'

import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import { findStoredList, storeList } from './stored-list.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

export type FetchedList = { list: PanelServiceList; fetchedAt: Date }

const KEPT_MS = 3_600_000 // spec §9: an hour

/** A provider's list: the kept one when it may be used and is no older than an hour, else asked for and kept. */
export async function fetchProviderList(
  ctx: Context,
  providerId: number,
  { mayBeKept }: { mayBeKept: boolean },
): Promise<FetchedList> {
  const now = ctx.clock()
  if (mayBeKept) {
    const keptAfter = new Date(now.getTime() - KEPT_MS)
    const kept = await findStoredList(ctx.db, { providerId, fetchedAfter: keptAfter })
    if (kept !== undefined) return kept
  }
  const account = await getProviderAccount(ctx, providerId)
  const answer = await callProvider(ctx, account, readPanelServices)
  if (!answer.ok) throw new AppError('provider_failed', { reason: 'said', error: answer.error })
  const fetched = { list: answer.value, fetchedAt: now }
  await storeList(ctx.db, { providerId, ratePer: account.ratePer, ...fetched })
  return fetched
}
