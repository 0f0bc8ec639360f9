import { isObject, type Json, memberOf } from './read-json.ts'
import { readText } from './read-values.ts'

const LENGTH_MAX = 300

/**
 * The fault that an answer tells of, or undefined. Known shapes: {"error":"…"}, {"error":{"message":"…"}}, a bare
 * text, {"status":"error","message":"…"}, {"success":false,…}. An empty or false `error` is none.
 */
export function readError(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return shorten(value)
  if (!isObject(value)) return undefined
  const told = textOf(memberOf(value, 'error')) ?? textOf(memberOf(value, 'errors'))
  if (told !== undefined) return told
  const isFault =
    /^(error|fail(ed|ure)?|false|0)$/i.test(readText(memberOf(value, 'status'))) ||
    memberOf(value, 'success') === false
  return isFault ? (textOf(memberOf(value, 'message')) ?? textOf(memberOf(value, 'msg'))) : undefined
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return shorten(value)
  if (value === true) return 'error'
  if (Array.isArray(value)) return textOf(value[0])
  if (!isObject(value)) return undefined
  return textOf(memberOf(value, 'message') ?? Object.values(value)[0])
}

function shorten(text: string): string | undefined {
  const plain = readText(text).replace(/\s+/g, ' ')
  return plain === '' ? undefined : plain.slice(0, LENGTH_MAX).toWellFormed()
}

/** A provider may quote what it was sent: its key never gets further than this. */
export function scrubKey(text: string, key: string): string {
  return key.length < 4 ? text : text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]')
}
