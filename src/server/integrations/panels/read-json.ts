import { findJson } from './find-json.ts'

/** A JSON value as it came; figures that a double can not hold exactly stay the text they were. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

type WithSource = (this: unknown, name: string, value: Json, context: { source?: string }) => Json

/** What an answer holds, and what a panel printed around it: its warnings tell of a breakdown. */
export type ReadBody = { value: Json | undefined; noise: string }

/**
 * The JSON in an answer, with PHP's warnings before it or a comment behind; undefined when there is none: HTML pages,
 * empty bodies, cut-off ones. A byte order mark is taken off.
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

/** One short line of words in place of JSON: some panels print a fault bare. Undefined for pages, cut-off JSON, figures. */
export function readBareText(body: string): string | undefined {
  const text = body.replace(/^\uFEFF+/, '').trim()
  return text.length <= 300 && !/[<>{}[\]\n\0]/.test(text) && /\p{L}/u.test(text) ? text : undefined
}

/** JSON and nothing else, or undefined. Rates such as 0.000123 keep their own digits, and so do ids beyond 2^53. */
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

/** A member of an object's own; never one it inherits. */
export function memberOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
