import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import { ANSWER_BYTES_MAX } from './call-panel.ts'
import { type PanelAccount, toPanelUrl, secretsOf } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import { readBalance } from './read-panel.ts'

const TIMEOUT_MS = 15_000

/**
 * Whether a panel that refuses our key in a form takes it from the address: some read GET alone. It is looked at, so that
 * an operator learns why the key is refused, and never used for anything else: a key in an address stands in the logs of
 * every server on the way, and a GET may be repeated by any of them.
 */
export async function acceptsKeyByGet(account: PanelAccount): Promise<boolean> {
  const url = URL.parse(toPanelUrl(account.apiUrl))
  if (url === null) return false
  url.searchParams.set('key', account.key)
  url.searchParams.set('action', 'balance')
  const outcome = await guardedFetch({
    url: url.href,
    method: 'GET',
    timeoutMs: TIMEOUT_MS,
    bytesMax: ANSWER_BYTES_MAX,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.('balance'),
  })
  if (outcome.kind !== 'answered') return false
  const answer = readAnswer({ ...outcome, body: String(outcome.body) }, secretsOf(account))
  return answer.ok && readBalance(answer.value) !== undefined
}
