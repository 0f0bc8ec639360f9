import type { Reach } from '#server/integrations/allowed-url.ts'
import { guardedFetch } from '#server/integrations/guarded-fetch.ts'

/** By LibreTranslate's protocol; `url` is its address, with or without the path. */
export type Translator = Pick<Reach, 'allowedNetworks'> & { url: string; key?: string | undefined }

const TIMEOUT_MS = 5_000 // spec §9
const ANSWER_BYTES_MAX = 524_288

/**
 * Russian texts in English, in their order; undefined when there is no whole answer in time. What it says is not looked
 * at here: whether that is a translation is for the caller to judge.
 */
export async function askTranslator(
  { url, key, allowedNetworks }: Translator,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<string[] | undefined> {
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
  if (outcome.kind !== 'answered' || outcome.status !== 200) return undefined
  const told = readTold(String(outcome.body))
  return told?.length === texts.length ? told : undefined
}

/** An address alone means its /translate, as LibreTranslate has it. */
function toTranslateUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  if (url.pathname === '/') url.pathname = '/translate'
  return url.href
}

function readTold(body: string): string[] | undefined {
  try {
    const answer: unknown = JSON.parse(body)
    const told =
      typeof answer === 'object' && answer !== null && 'translatedText' in answer && answer.translatedText
    if (!Array.isArray(told)) return undefined
    return told.every((one) => typeof one === 'string') ? told : undefined
  } catch {
    return undefined
  }
}
