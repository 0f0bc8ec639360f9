import type { Fault } from '#contract/base/faults.ts'

import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import { isAboutOneId, classifyRefusal } from './judge-error.ts'
import type { PanelAnswer, PanelFailure } from './panel.ts'
import { readFault, scrubKey, type Secrets, toSaid } from './read-error.ts'
import { isObject, type Json, memberIn, readBareText, readBody } from './read-json.ts'

/** An HTTP response. `location` is the target of a redirect. */
export type Answered = { status: number; body: string; location?: string | undefined }

/** The JSON of a response, unless the whole response is an error: {"error":…}, a bare text, no JSON. */
export function readAnswer(
  { status, body, location }: Answered,
  key: Secrets,
  words: Spoken = spoken,
): PanelAnswer<Json> {
  const { value } = readBody(body)
  const fault =
    typeof value === 'string' || isFault(value, words)
      ? readFault(status, value, words)
      : value === undefined
        ? readBareFault(body, words)
        : undefined
  if (fault !== undefined) {
    return {
      ok: false,
      fault: toSaid(fault, key),
      isDown: status >= 500,
      about: classifyRefusal(fault, words),
      isAboutOneId: isAboutOneId(fault, words) || undefined,
    }
  }
  if (location !== undefined) {
    // Not followed, since the request contains our key.
    return down({ code: 'moved', details: { location: scrubKey(location, key) } })
  }
  if (status !== 200) return down({ code: 'http_status', details: { http_status: status } })
  if (value === undefined) return down({ code: 'not_json', details: {} })
  return { ok: true, value }
}

/** An error printed as bare text, only when its wording is known: otherwise it may come from a proxy. */
function readBareFault(body: string, words: Spoken): string | undefined {
  const text = readBareText(body)
  if (text === undefined) return undefined
  return classifyRefusal(text, words) !== undefined || isAboutOneId(text, words) ? text : undefined
}

/** Members that mark the `status` next to them as an order's: with them a response is not an error, whatever else it says. */
export function figuresOf({ members }: Spoken): string[] {
  return [...members.charge, ...members.remains, ...members.startCount]
}

/** An error of the whole call has `error` at the top and no entries next to it. */
function isFault(value: Json | undefined, words: Spoken): boolean {
  if (!isObject(value)) return false
  const error = memberIn(value, words.members.error)
  if (error === undefined || error === null)
    return figuresOf(words).every((name) => !Object.hasOwn(value, name))
  return Object.values(value).every((one) => !isObject(one) || one === error)
}

function down(fault: Fault): PanelFailure {
  return { ok: false, fault, isDown: true }
}
