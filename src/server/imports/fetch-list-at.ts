import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { guardedFetch } from '#server/integrations/guarded-fetch.ts'
import { LIST_BYTES_MAX, LIST_TIMEOUT_MS, readList } from '#server/integrations/panel-api/read-list.ts'
import type { FetchedList } from '#server/providers/fetch-provider-list.ts'

/** The list at an address that is no provider's of ours: for looking at, since nothing could be ordered there. */
export async function fetchListAt(ctx: Context, url: string): Promise<FetchedList> {
  const fetchedAt = ctx.clock()
  const outcome = await guardedFetch({
    url,
    method: 'GET',
    timeoutMs: LIST_TIMEOUT_MS,
    bytesMax: LIST_BYTES_MAX,
    allowedNetworks: ctx.config.allowedNetworks,
  })
  if (outcome.kind === 'not_sent' && outcome.isRefused)
    throw new AppError('url_refused', { message: outcome.error })
  if (outcome.kind !== 'answered') throw failed(`The address can not be reached: ${outcome.error}`)
  const answer = await readList({ ...outcome, key: '' })
  if (!answer.ok) throw failed(answer.error)
  return { list: answer.value, fetchedAt }
}

function failed(message: string): AppError {
  return new AppError('provider_failed', { message })
}
