import type { Fault } from '#contract/base/faults.ts'

import type { PanelAnswer, PanelFailure } from './panel-account.ts'
import { errorMember, readFault, scrubKey, type Secrets } from './read-error.ts'
import { isObject, type Json, readBareText, readBody } from './read-json.ts'
import { isAboutOneId } from './tell-about-id.ts'
import { classifyRefusal } from './tell-refusal.ts'

/** What came over the line. `location` is where a redirect leads to. */
export type Answered = { status: number; body: string; location?: string | undefined }

/** The JSON of an answer, unless it tells of a fault as a whole: {"error":…}, a bare text, no JSON at all. */
export function readAnswer({ status, body, location }: Answered, key: Secrets): PanelAnswer<Json> {
  const { value } = readBody(body)
  const fault =
    typeof value === 'string' || isFault(value)
      ? readFault(status, value)
      : value === undefined
        ? readBareFault(body)
        : undefined
  if (fault !== undefined) {
    const told = scrubKey(fault, key)
    return {
      ok: false,
      fault: { code: 'said', details: { error: told } },
      error: `The provider answers: ${told}`,
      isDown: status >= 500,
      about: classifyRefusal(fault),
      told,
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

/** A fault that stands there as text alone, where its words are known: else it may be anybody's. */
function readBareFault(body: string): string | undefined {
  const text = readBareText(body)
  return text !== undefined && (classifyRefusal(text) !== undefined || isAboutOneId(text)) ? text : undefined
}

/** From http to https, or to a name with www: what was sent is not sent there by itself, our key being part of it. */
function redirected(location: string): string {
  return `The provider has moved to ${location}. Please enter that as its address.`
}

/** How an order stands is no fault, whatever it says beside it. */
const figures = ['charge', 'remains', 'start_count']

/** A fault of the whole call has `error` at the top and no entries beside it. */
function isFault(value: Json | undefined): boolean {
  if (!isObject(value)) return false
  const error = errorMember(value)
  if (error === undefined || error === null) return figures.every((name) => !Object.hasOwn(value, name))
  return Object.values(value).every((one) => !isObject(one) || one === error)
}

function down(fault: Fault, error: string): PanelFailure {
  return { ok: false, fault, error, isDown: true }
}
