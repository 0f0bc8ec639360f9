import { deflateRawSync } from 'node:zlib'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Quirk } from './quirk-kinds.ts'

const WARNING =
  '<br />\n<b>Warning</b>:  Undefined variable $lang in <b>/var/www/api.php</b> on line <b>31</b><br />\n'
const COMMENT = '\n<!-- generated in 0.041 s -->'
const CLOCK_AHEAD_MS = 3_600_000

const FUNDS = 'Not enough funds on balance'
const FUNDS_IN: Partial<Record<Quirk, string>> = {
  vietnamese_funds: 'Số dư không đủ',
  turkish_funds: 'Yetersiz bakiye',
  russian_funds: 'Недостаточно средств',
  portuguese_funds: 'Saldo insuficiente',
}
export const WRONG_KEY = 'Invalid API key'

/** The answer to a call as this provider's software formats it. */
export function quirkyAnswer(value: unknown, quirks: Set<Quirk>): Answer {
  const answer = isFault(value) ? showFault(value.error, quirks) : jsonAnswer(value)
  const mark = quirks.has('byte_order_mark') ? '\uFEFF' : ''
  const before = quirks.has('warning_before') ? WARNING : ''
  const after = quirks.has('comment_after') ? COMMENT : ''
  const body = `${mark}${before}${String(answer.body)}${after}`
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(quirks.has('html_content_type') && { 'content-type': 'text/html; charset=UTF-8' }),
      ...(quirks.has('raw_deflate') && { 'content-encoding': 'deflate' }),
      ...(quirks.has('clock_ahead') && { date: new Date(Date.now() + CLOCK_AHEAD_MS).toUTCString() }),
    },
    body: quirks.has('raw_deflate') ? deflateRawSync(body) : body,
  }
}

function isFault(value: unknown): value is { error: string } {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string'
}

/** An error of the whole call. */
function showFault(sentence: string, quirks: Set<Quirk>): Answer {
  if (sentence === WRONG_KEY && quirks.has('unauthenticated'))
    return jsonAnswer({ message: 'Unauthenticated.' }, 401)
  const words = inOtherWords(sentence, quirks)
  if (quirks.has('faults_true_message')) return jsonAnswer({ error: true, message: words })
  if (quirks.has('faults_false_msg')) return jsonAnswer({ status: false, msg: words })
  if (quirks.has('faults_success_data')) return jsonAnswer({ success: false, data: { message: words } })
  if (quirks.has('faults_code_msg')) return jsonAnswer({ code: 400, msg: words })
  return jsonAnswer({ error: words })
}

function inOtherWords(sentence: string, quirks: Set<Quirk>): string {
  if (sentence === WRONG_KEY && quirks.has('many_words_for_key'))
    return 'API is Disable for this user or User Not Found! Contact the Support'
  if (sentence !== FUNDS) return sentence
  return [...quirks].map((quirk) => FUNDS_IN[quirk]).find((words) => words !== undefined) ?? sentence
}
