import type { Fault } from '#contract/base/faults.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

/** A server with LibreTranslate's API; `url` with or without the path. */
export type Translator = Pick<Reach, 'allowedNetworks'> & { url: string; key?: string | undefined }

const TIMEOUT_MS = 5_000 // spec §9
const ANSWER_BYTES_MAX = 524_288
const SAID_MAX = 300

export type Translated = { ok: true; texts: string[] } | { ok: false; fault: Fault }

/** Translates Russian texts into English, in order. The caller checks whether the results are plausible. */
export async function askTranslator(
  { url, key, allowedNetworks }: Translator,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Translated> {
  const request = { q: texts, source: 'ru', target: 'en', format: 'text', ...(key && { api_key: key }) }
  const outcome = await guardedFetch({
    url: toTranslateUrl(url),
    method: 'POST',
    json: JSON.stringify(request),
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
  const translated = body['translatedText']
  const isWhole = Array.isArray(translated) && translated.length === texts.length && translated.every(isText)
  return isWhole
    ? { ok: true, texts: translated }
    : { ok: false, fault: { code: 'no_translation', details: {} } }
}

/** Without a path, LibreTranslate's `/translate`. */
function toTranslateUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  if (url.pathname === '/') url.pathname = '/translate'
  return url.href
}

/** LibreTranslate's error is quoted, such as an invalid key. */
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
