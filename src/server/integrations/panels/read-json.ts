import { findJson } from './find-json.ts'

/** A parsed JSON value; numbers that a double cannot hold exactly stay texts. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

type WithSource = (this: unknown, name: string, value: Json, context: { source?: string }) => Json

/** The value in a response body, and the text around it: warnings may report a breakdown. */
type ReadBody = { value: Json | undefined; noise: string }

/**
 * Finds the JSON in a body, also with PHP warnings before it, a comment after it or a byte order mark; undefined
 * for HTML pages, empty and truncated bodies.
 */
export function readBody(body: string): ReadBody {
  const text = body.replace(/^\uFEFF+/, '').trim()
  const value = readJson(text)
  if (value !== undefined || text === '') return { value, noise: '' }
  const found = findJson(text)
  return found === undefined
    ? { value: undefined, noise: text }
    : { value: readJson(found.json), noise: found.noise }
}

/** A single short line of text: some panels print errors bare. Undefined for pages, truncated JSON, numbers. */
export function readBareText(body: string): string | undefined {
  const text = body.replace(/^\uFEFF+/, '').trim()
  return text.length <= 300 && !/[<>{}[\]\n\0]/.test(text) && /\p{L}/u.test(text) ? text : undefined
}

/** Parses a text that is JSON only. Rates such as 0.000123 keep their digits, and so do ids beyond 2^53. */
export function readJson(text: string): Json | undefined {
  const keepDigits: WithSource = (_name, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined ? source : value
  try {
    return JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown) as Json // JSON holds nothing else
  } catch {
    return undefined
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member, never an inherited one. */
export function memberOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The first of these members that exists. */
export function memberIn(object: JsonObject, names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>((found, name) => found ?? memberOf(object, name), undefined)
}
