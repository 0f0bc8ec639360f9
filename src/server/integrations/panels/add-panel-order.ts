import { guardedFetch, type GuardedRequest } from '#server/lib/http/outbound/guarded-fetch.ts'

import { ANSWER_BYTES_MAX } from './call-panel.ts'
import { type PanelAccount, toPanelUrl, secretsOf } from './panel-account.ts'
import { type AddOutcome, readAdd } from './read-add.ts'
import { scrubKey, type Secrets } from './read-error.ts'

const TIMEOUT_MS = 60_000

/** Time limits of the request and a last check before its first byte (lib/http/outbound/guarded-fetch.ts). */
type AddLimits = Pick<GuardedRequest, 'signal' | 'refuseStart'> & {
  timeoutMs?: number | undefined
  /** Called with request and response, unless nothing was sent. */
  onExchange?: ((exchange: AddExchange) => void) | undefined
}

/**
 * Sends one order: one HTTP request on a connection of its own, without redirects, never repeated (field notes 2).
 * `fields` are those of the protocol: service, link, quantity and those of the service type.
 */
export async function addPanelOrder(
  account: PanelAccount,
  fields: Readonly<Record<string, string>>,
  { timeoutMs = TIMEOUT_MS, signal, refuseStart, onExchange }: AddLimits = {},
): Promise<AddOutcome> {
  const outcome = await guardedFetch({
    url: toPanelUrl(account.apiUrl),
    method: 'POST',
    form: new URLSearchParams({ ...fields, key: account.key, action: 'add' }),
    timeoutMs,
    bytesMax: ANSWER_BYTES_MAX,
    isFresh: true,
    signal,
    refuseStart,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.('add'),
  })
  const secrets = secretsOf(account)
  if (outcome.kind !== 'answered') {
    if (outcome.kind === 'unknown') onExchange?.(toAddExchange({ fields, answer: undefined }, secrets))
    return { kind: outcome.kind, fault: outcome.fault, error: outcome.error }
  }
  const answer = { status: outcome.status, body: String(outcome.body) }
  onExchange?.(toAddExchange({ fields, answer }, secrets))
  return readAdd({ ...outcome, ...answer }, secrets)
}

/** Request and response of one `add`, with secrets removed and both cut to a maximum length; for staff to read. */
export type AddExchange = {
  request: string
  /** Undefined when no response arrived. */
  answer: { status: number; body: string } | undefined
}

/** An `add` response has about 20 bytes; an HTML page says what it is in its first lines. */
const CHARACTERS_MAX = 4_096

export function toAddExchange(
  { fields, answer }: { fields: Readonly<Record<string, string>>; answer: AddExchange['answer'] },
  secrets: Secrets,
): AddExchange {
  // The API key is left out here; `toStorableText` also removes it where a customer typed it into a field.
  const request = new URLSearchParams({ ...fields, action: 'add' }).toString()
  return {
    request: toStorableText(request, secrets),
    answer: answer && { status: answer.status, body: toStorableText(answer.body, secrets) },
  }
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair where the text is cut. */
function toStorableText(text: string, secrets: Secrets): string {
  const cut = scrubKey(text, secrets).replaceAll('\0', '\uFFFD').slice(0, CHARACTERS_MAX)
  return cut.toWellFormed()
}
