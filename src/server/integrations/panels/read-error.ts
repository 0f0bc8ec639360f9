import type { Fault } from '#contract/base/faults.ts'

import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import { isObject, type Json, type JsonObject, memberIn, memberOf } from './read-json.ts'
import { readText } from './read-values.ts'

const LENGTH_MAX = 300
const DEPTH_MAX = 5
/** For an error without a reason. */
const UNNAMED = ''

/**
 * The error in a response, or undefined. Known shapes: {"error":"…"}, {"error":{"message":"…"}},
 * {"error":true,"message":"…"}, a bare text, {"status":"error","message":"…"}, {"status":false,"msg":"…"},
 * {"success":false,"data":{"message":"…"}}, {"code":400,"msg":"…"}, {"error_message":"…","error_code":7}, each `error`
 * also as `Error`. An empty or false one is no error. An empty result is an error without a reason.
 */
export function readError(value: Json | undefined, words: Spoken = spoken): string | undefined {
  // A bare number is an id or a count.
  if (typeof value === 'string') return /\p{L}/u.test(value) ? shorten(value) : undefined
  if (!isObject(value)) return undefined
  const error = memberIn(value, words.members.error) ?? undefined
  if (isYes(error)) return reasonIn(value, words) ?? UNNAMED
  const named = textOf(error) ?? textOf(memberOf(value, 'errors')) ?? namedByCode(value)
  if (named !== undefined) return named
  const isNo = saysNo(value, words) || readText(memberOf(value, 'status')) === '0'
  return isNo ? reasonIn(value, words) : undefined
}

/**
 * Like `readError`, and with an HTTP error status a bare message counts too: 401 {"message":"Unauthenticated."}.
 */
export function readFault(
  status: number,
  value: Json | undefined,
  words: Spoken = spoken,
): string | undefined {
  const error = readError(value, words)
  return error === undefined && status >= 400 && isObject(value) ? reasonIn(value, words) : error
}

/** The result of `readError` as a fault, without our keys. */
export function toSaid(error: string, key: Secrets): Fault {
  return error === UNNAMED
    ? { code: 'no_reason', details: {} }
    : { code: 'said', details: { error: scrubKey(error, key) } }
}

/** The response reports a failure, with or without a reason. A `status` of 0 may be an order's status. */
export function saysNo(value: JsonObject, { members }: Spoken = spoken): boolean {
  const code = Number(readText(memberOf(value, 'code')))
  if (code >= 400 && code < 600) return true
  return members.verdicts.some((name) => {
    const verdict = memberOf(value, name)
    if (verdict === 0 || verdict === '0') return name !== 'status'
    return verdict === false || /^(error|fail(ed|ure)?|false|[45]\d\d)$/i.test(readText(verdict))
  })
}

/** An HTTP status inside the response: {"code":503}. */
export function readCode(value: Json | undefined): number | undefined {
  if (!isObject(value)) return undefined
  const codes = ['code', 'status'].map((name) => Number(readText(memberOf(value, name))))
  return codes.find((code) => code >= 100 && code < 600)
}

function namedByCode(value: JsonObject): string | undefined {
  const isNone = readText(memberOf(value, 'error_code')) === '0'
  return isNone ? undefined : textOf(memberOf(value, 'error_message'))
}

function reasonIn(value: JsonObject, { members }: Spoken): string | undefined {
  const inner = memberOf(value, 'data')
  for (const holder of isObject(inner) ? [value, inner] : [value])
    for (const name of members.reasons) {
      const reason = textOf(memberOf(holder, name))
      if (reason !== undefined) return reason
    }
  return undefined
}

function isYes(value: Json | undefined): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^\s*(1|true|yes)\s*$/i.test(value))
}

function textOf(value: Json | undefined, depth = 0): string | undefined {
  if (typeof value === 'string') return shorten(value)
  if (value === true) return UNNAMED
  if (depth >= DEPTH_MAX) return undefined
  if (Array.isArray(value)) return textOf(value[0], depth + 1)
  if (!isObject(value)) return undefined
  return textOf(memberOf(value, 'message') ?? Object.values(value)[0], depth + 1)
}

function shorten(text: string): string | undefined {
  const plain = readText(text).replace(/\s+/g, ' ')
  return plain === '' ? undefined : plain.slice(0, LENGTH_MAX).toWellFormed()
}

/** Keys to remove from texts: one or several, since addresses may contain some too. */
export type Secrets = string | readonly string[]

/** Removes our keys from a text: providers quote what they receive. */
export function scrubKey(text: string, secrets: Secrets): string {
  // Longest first: one key may contain another.
  const keys = [secrets].flat().toSorted((one, other) => other.length - one.length)
  return keys.reduce(scrubOne, text)
}

function scrubOne(text: string, key: string): string {
  return key.length < 4 ? text : text.replaceAll(new RegExp([...key].map(formsOf).join(''), 'g'), '[key]')
}

/** A pattern for a character, raw and as escaped in forms, JSON (PHP writes `\/`) and HTML. */
function formsOf(character: string): string {
  const asIs = RegExp.escape(character)
  if (/[A-Za-z0-9]/.test(character)) return asIs
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16))
  const forms = [
    `\\\\?${asIs}`,
    inAnyCase([...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    units.map((unit) => `\\\\u${inAnyCase(unit.padStart(4, '0'))}`).join(''),
    `&#(?:0*${character.codePointAt(0)}|[xX]0*${inAnyCase(character.codePointAt(0)?.toString(16) ?? '')});`,
    ...(character === ' ' ? ['\\+'] : []),
    ...(character in entities ? [`&${entities[character]};`] : []),
  ]
  return `(?:${forms.join('|')})`
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

function inAnyCase(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
