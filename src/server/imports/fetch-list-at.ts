import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { guardedFetch } from '#server/integrations/guarded-fetch.ts'
import { readAnswer } from '#server/integrations/panel-api/call-panel.ts'
import { readServices } from '#server/integrations/panel-api/read-services.ts'
import type { FetchedList } from '#server/providers/fetch-provider-list.ts'

const TIMEOUT_MS = 60_000 // spec §9
const BYTES_MAX = 64 * 1024 * 1024

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
