import type { AddressReason } from '#contract/base/error-reasons.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { checkUrl } from '#server/lib/http/outbound/allowed-addresses.ts'
import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'
import { secretsIn } from '#server/integrations/panels/panel-account.ts'
import { LIST_BYTES_MAX, LIST_TIMEOUT_MS, readList } from '#server/integrations/panels/read-list.ts'
import { refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import type { FetchedList } from '#server/modules/providers/lists/fetch-provider-list.ts'

/** The list at an address that is no provider's of ours: for looking at, since nothing could be ordered there. */
export async function fetchListAt(ctx: Context, url: string): Promise<FetchedList> {
  await refuseReal(ctx.db, url)
  const fetchedAt = ctx.clock()
  const outcome = await guardedFetch({
    url,
    method: 'GET',
    timeoutMs: LIST_TIMEOUT_MS,
    bytesMax: LIST_BYTES_MAX,
    allowedNetworks: ctx.config.allowedNetworks,
  })
  if (outcome.kind === 'not_sent' && outcome.isRefused)
    throw new AppError('url_refused', { reason: whyRefused(url, ctx.config) })
  if (outcome.kind !== 'answered')
    throw new AppError('provider_failed', { reason: 'address_unreachable', error: outcome.error })
  const answer = await readList({ ...outcome, key: secretsIn(url) })
  if (!answer.ok) throw new AppError('provider_failed', { reason: 'said', error: answer.error })
  return { list: answer.value, fetchedAt }
}

/** What its text does not tell, its name did when it was looked up: where it leads to. */
function whyRefused(url: string, { allowedNetworks }: Context['config']): AddressReason {
  const checked = checkUrl(url, { allowedNetworks })
  return 'refusal' in checked ? checked.refusal : 'not_public'
}
