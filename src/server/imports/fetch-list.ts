import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { guardedFetch } from '#server/integrations/guarded-fetch.ts'
import { readAnswer } from '#server/integrations/panel-api/call-panel.ts'
import { readPanelServices } from '#server/integrations/panel-api/read-panel.ts'
import { type PanelServiceList, readServices } from '#server/integrations/panel-api/read-services.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'

export type FetchedList = { list: PanelServiceList; fetchedAt: Date }

const KEPT_MS = 3_600_000 // spec §9: an hour
const TIMEOUT_MS = 60_000 // spec §9
const BYTES_MAX = 64 * 1024 * 1024

/** A provider's list: the kept one when it may be used and is no older than an hour, else asked for and kept. */
export async function fetchProviderList(
  ctx: Context,
  providerId: number,
  { mayBeKept }: { mayBeKept: boolean },
): Promise<FetchedList> {
  const now = ctx.clock()
  if (mayBeKept) {
    const kept = await ctx.db
      .selectFrom('provider_lists')
      .select(['services', 'fetched_at'])
      .where('provider_id', '=', providerId)
      .where('fetched_at', '>', new Date(now.getTime() - KEPT_MS))
      .executeTakeFirst()
    // Written below, from what the parser made.
    if (kept !== undefined) return { list: kept.services as PanelServiceList, fetchedAt: kept.fetched_at }
  }
  const account = await getProviderAccount(ctx, providerId)
  const answer = await callProvider(ctx, account, readPanelServices)
  if (!answer.ok) throw new AppError('provider_failed', { message: answer.error })
  const row = { services: JSON.stringify(answer.value), fetched_at: now }
  await ctx.db
    .insertInto('provider_lists')
    .values({ provider_id: providerId, ...row })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(row))
    .execute()
  return { list: answer.value, fetchedAt: now }
}

/** The list at an address that is no provider's of ours: for looking at, since nothing could be ordered there. */
export async function fetchListAt(ctx: Context, url: string): Promise<FetchedList> {
  const fetchedAt = ctx.clock()
  const outcome = await guardedFetch({
    url,
    method: 'GET',
    timeoutMs: TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    allowedNetworks: ctx.config.allowedNetworks,
  })
  if (outcome.kind === 'not_sent' && outcome.isRefused)
    throw new AppError('url_refused', { message: outcome.error })
  if (outcome.kind !== 'answered') throw failed(`The address can not be reached: ${outcome.error}`)
  const answer = readAnswer(outcome.status, outcome.body, '')
  if (!answer.ok) throw failed(answer.error)
  const list = readServices(answer.value)
  if (list === undefined) throw failed('No services found from the API') // spec §8
  return { list, fetchedAt }
}

function failed(message: string): AppError {
  return new AppError('provider_failed', { message })
}
