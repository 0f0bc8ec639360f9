import type { Fault } from '#contract/base/faults.ts'

import type { PanelAnswer, PanelFailure } from './panel-account.ts'
import { errorMember, readFault, scrubKey, type Secrets } from './read-error.ts'
import { isObject, type Json, readBareText, readBody } from './read-json.ts'
import { isAboutOneId, classifyRefusal } from './classify-refusal.ts'

/** An HTTP response. `location` is the target of a redirect. */
export type Answered = { status: number; body: string; location?: string | undefined }

/** The JSON of a response, unless the whole response is an error: {"error":…}, a bare text, no JSON. */
export function readAnswer({ status, body, location }: Answered, key: Secrets): PanelAnswer<Json> {
  const { value } = readBody(body)
  const fault =
    typeof value === 'string' || isFault(value)
      ? readFault(status, value)
      : value === undefined
        ? readBareFault(body)
        : undefined
  if (fault !== undefined) {
    const refusalText = scrubKey(fault, key)
    return {
      ok: false,
      fault: { code: 'said', details: { error: refusalText } },
      error: `The provider answers: ${refusalText}`,
      isDown: status >= 500,
      about: classifyRefusal(fault),
      refusalText,
    }
  }
  if (location !== undefined) {
    const moved = scrubKey(location, key)
    return down({ code: 'moved', details: { location: moved } }, redirected(moved))
  }
  if (status !== 200)
    return down(
      { code: 'http_status', details: { http_status: status } },
      `The provider answered HTTP ${status}`,
    )
  if (value === undefined)
    return down({ code: 'not_json', details: {} }, 'The provider answered something that is not JSON')
  return { ok: true, value }
}

/** An error printed as bare text, only when its wording is known: otherwise it may come from a proxy. */
function readBareFault(body: string): string | undefined {
  const text = readBareText(body)
  return text !== undefined && (classifyRefusal(text) !== undefined || isAboutOneId(text)) ? text : undefined
}

/** Redirects are not followed, since the request contains our key. */
function redirected(location: string): string {
  return `The provider has moved to ${location}. Please enter that as its address.`
}

/** Members of an order's status: with them a response is no error, whatever else it says. */
const figures = ['charge', 'remains', 'start_count']

/** An error of the whole call has `error` at the top and no entries beside it. */
function isFault(value: Json | undefined): boolean {
  if (!isObject(value)) return false
  const error = errorMember(value)
  if (error === undefined || error === null) return figures.every((name) => !Object.hasOwn(value, name))
  return Object.values(value).every((one) => !isObject(one) || one === error)
}

function down(fault: Fault, error: string): PanelFailure {
  return { ok: false, fault, error, isDown: true }
}
