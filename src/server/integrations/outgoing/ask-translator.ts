import type { Fault } from '#contract/base/faults.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

/** By LibreTranslate's protocol; `url` is its address, with or without the path. */
export type Translator = Pick<Reach, 'allowedNetworks'> & { url: string; key?: string | undefined }

const TIMEOUT_MS = 5_000 // spec §9
const ANSWER_BYTES_MAX = 524_288
const SAID_MAX = 300

export type Translated = { ok: true; texts: string[] } | { ok: false; fault: Fault }

/**
 * Russian texts in English, in their order, where there was a whole answer in time. What it says is not looked at here:
 * whether that is a translation is for the caller to judge.
 */
export async function askTranslator(
  { url, key, allowedNetworks }: Translator,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Translated> {
  const asked = { q: texts, source: 'ru', target: 'en', format: 'text', ...(key && { api_key: key }) }
  const outcome = await guardedFetch({
    url: toTranslateUrl(url),
    method: 'POST',
    json: JSON.stringify(asked),
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: TIMEOUT_MS,
    bytesMax: ANSWER_BYTES_MAX,
    allowedNetworks,
    signal,
  })
  if (outcome.kind !== 'answered') return { ok: false, fault: outcome.fault }
  const body = readMembers(String(outcome.body))
  if (outcome.status !== 200) return { ok: false, fault: toRefusal(outcome.status, body?.['error'], key) }
  if (body === undefined) return { ok: false, fault: { code: 'not_json', details: {} } }
  const told = body['translatedText']
  const isWhole = Array.isArray(told) && told.length === texts.length && told.every(isText)
  return isWhole ? { ok: true, texts: told } : { ok: false, fault: { code: 'no_translation', details: {} } }
}

/** An address alone means its /translate, as LibreTranslate has it. */
function toTranslateUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  if (url.pathname === '/') url.pathname = '/translate'
  return url.href
}

/** LibreTranslate says in a word what it refuses, such as a key. */
function toRefusal(status: number, error: unknown, key: string | undefined): Fault {
  if (!isText(error) || error.trim() === '') return { code: 'http_status', details: { http_status: status } }
  const said = key === undefined ? error : error.replaceAll(key, '…')
  return { code: 'said', details: { error: said.replaceAll(/\p{C}+/gu, ' ').slice(0, SAID_MAX) } }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function readMembers(body: string): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null ? { ...answer } : undefined
  } catch {
    return undefined
  }
}
