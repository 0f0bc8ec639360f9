import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import type { Spoken } from './dialects/dialect.ts'
import { toSentence } from './judge-error.ts'
import { toPanelUrl, secretsOf } from './panel-account.ts'
import {
  type AddExchange,
  type AddOptions,
  type AddOutcome,
  ANSWER_BYTES_MAX,
  type OrderToAdd,
  type PanelAccount,
} from './panel.ts'
import { readAdd } from './read-add.ts'
import { scrubKey, type Secrets } from './read-error.ts'

const TIMEOUT_MS = 60_000

/** One HTTP request on a connection of its own, without redirects, never repeated (field notes 2). */
export async function addOrder(
  account: PanelAccount,
  order: OrderToAdd,
  { timeoutMs = TIMEOUT_MS, signal, refuseStart, onExchange, isTaught }: AddOptions,
  words: Spoken,
): Promise<AddOutcome> {
  const fields = toAddFields(order)
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
  const read = readAdd({ ...outcome, ...answer }, secrets, words)
  return isTaught === undefined ? read : applyTaught(read, { order, isTaught, words })
}

/** The fields of an `add`, without the key. */
export function toAddFields(order: OrderToAdd): Record<string, string> {
  const { link, quantity } = rulesOf(toServiceType(order.service_type) ?? 'Default')
  return {
    service: order.provider_service,
    ...(link ? { link: order.link } : {}),
    ...(quantity === 'asked' ? { quantity: String(order.quantity) } : {}),
    ...order.details,
  }
}

/** A refusal in unknown words counts as rejected when it was taught. */
async function applyTaught(
  outcome: AddOutcome,
  {
    order,
    isTaught,
    words,
  }: { order: OrderToAdd; isTaught: NonNullable<AddOptions['isTaught']>; words: Spoken },
): Promise<AddOutcome> {
  if (outcome.kind !== 'unknown' || outcome.fault.code !== 'said') return outcome
  const sentence = toSentence(outcome.error, order, words)
  return (await isTaught(sentence)) ? { kind: 'rejected', error: outcome.error } : { ...outcome, sentence }
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
