import * as z from 'zod/mini'
import type { FieldCode } from './field-codes.ts'
import { says } from './says.ts'
import { limits } from './limits.ts'
import { dropUnseen, hasUnseen } from './invisible-characters.ts'

const INTEGER_MAX = 2_147_483_647

/** An id of users, services, categories, providers: PostgreSQL `integer`. */
export const id = z.int().check(z.positive(), z.maximum(INTEGER_MAX))
/** An id of orders, transactions, notifications: PostgreSQL `bigint`, within JSON's exact integers. */
export const bigId = z.int().check(z.positive())

/** A whole number in a path or a query string: of as many digits as others' ids have, 64 bits, and too large where ours end. */
export function numberInText(schema: z.ZodMiniType<number, number>) {
  return z.codec(z.string().check(z.regex(/^\d{1,20}$/)), schema, { decode: Number, encode: String })
}

export const idParam = numberInText(id)

/** Up to 100 ids with commas between them. */
export const idsParam = z.codec(z.string().check(z.regex(/^\d{1,10}(?:,\d{1,10}){0,99}$/)), z.array(id), {
  decode: (text) => text.split(',').map(Number),
  encode: (ids) => ids.join(','),
})
export const bigIdParam = numberInText(bigId)

export const time = z.codec(z.iso.datetime({ precision: 3 }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** No day is in the calendar that comes back as another: the 31st of February. What follows the day is not looked at. */
function isDay(text: string): boolean {
  const day = text.slice(0, 'yyyy-mm-dd'.length)
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** A day in UTC, "2026-01-31". */
export const day = z.string().check(
  z.regex(/^20\d\d-\d\d-\d\d$/),
  z.refine((text) => isDay(text), says('time_unknown')),
)

/** The first and the last time that is written with four digits for its year. */
const TIME_MIN = Date.parse('0000-01-01T00:00:00.000Z')
const TIME_MAX = Date.parse('9999-12-31T23:59:59.999Z')

/** A zone, or the end of the last day, may lead out of what can be answered: then it is the first or the last time. */
function toAnswerable(time: number): Date {
  return new Date(Math.min(Math.max(time, TIME_MIN), TIME_MAX))
}

/** As people and their tables write it: ISO 8601 with a zone, to the minute or finer. */
export const writtenTime = z.codec(
  z.string().check(
    atMost(40),
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/),
    z.refine((text) => isDay(text) && !Number.isNaN(Date.parse(text)), says('time_unknown')),
  ),
  z.date(),
  { decode: (text) => toAnswerable(Date.parse(text)), encode: (date) => date.toISOString() },
)

const DAY_MS = 86_400_000

/** Where a period begins: a time with its zone, or a day, which begins at midnight in UTC. */
export const periodStart = edgeOfPeriod(0)
/** What a period ends before: a time with its zone, or the end of a day. */
export const periodEnd = edgeOfPeriod(DAY_MS)

function edgeOfPeriod(addedToDay: number) {
  const toTime = (text: string) => Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? addedToDay : 0)
  return z.codec(
    z.string().check(
      atMost(40),
      z.regex(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/),
      z.refine((text) => isDay(text) && !Number.isNaN(toTime(text)), says('time_unknown')),
    ),
    z.date(),
    { decode: (text) => toAnswerable(toTime(text)), encode: (date) => date.toISOString() },
  )
}

/** PostgreSQL has no text with a NUL in it, and no name or address needs the others. */
export const noControls = z.refine<string>((text) => !hasControls(text), says('control_characters'))

/**
 * How long a text may be. It stands before every pattern and ends the checks: what is longer is not looked at any
 * further. Whatever comes after it has to be linear all the same.
 */
export function atMost(max: number, message: FieldCode = 'too_long') {
  return z.maxLength(max, { error: message, abort: true })
}

/** What is not there is told by the field's own sentence. What is of another type is there, and told as that. */
export function missing(code: FieldCode) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? code : undefined) }
}

/** A line of text: trimmed, no control characters, at most `max` characters. */
export function line({ min = 0, max, message }: { min?: number; max: number; message?: FieldCode }) {
  return z.string().check(z.trim(), z.minLength(min, message), atMost(max), noControls)
}

/**
 * A name that others read: a line without what nobody sees. It is dropped and not refused: it comes along with what is pasted,
 * and whoever does not see it can not take it out.
 */
export function nameLine({ max, message }: { max: number; message: FieldCode }) {
  return z
    .string(missing(message))
    .check(z.trim(), atMost(max), z.overwrite(dropUnseen), z.trim(), z.minLength(1, message), noControls)
}

/** Text of several lines. What PostgreSQL can not keep, in text or in jsonb, is no text: a NUL, half a character. */
export function lines({ max, message }: { max: number; message?: FieldCode }) {
  return z.string().check(
    atMost(max, message),
    z.refine((text) => !text.includes('\0') && text.isWellFormed(), says('control_characters')),
  )
}

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff)) return true
  }
  return false
}

/** No label has a dot in it, so that there is one way only to read an address: the pattern is linear. */
const emailPattern = /^[^\s@<>"',;]+@(?:[^\s@<>"',;.]+\.)+[^\s@<>"',;.]{2,}$/

/** Scripts whose letters are taken for each other's. */
const alike = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

function mixesScripts(text: string): boolean {
  return text.split(/[.@_+-]/).some((part) => alike.filter((script) => script.test(part)).length > 1)
}

/**
 * No two that look alike are two: nothing that is not seen, of wide, raised or joined letters the plain ones alone, and in one
 * part (between dots, hyphens and the @) letters of one script.
 */
const isPlain = z.refine<string>(
  (text) => !hasUnseen(text) && text.normalize('NFKC') === text && !mixesScripts(text),
  says('email_characters'),
)

export const email = z
  .string(missing('email_required'))
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.toLowerCase(),
    z.minLength(1, says('email_required')),
    atMost(limits.emailMax, 'email_invalid'),
    isPlain,
    z.regex(emailPattern, says('email_invalid')),
    noControls,
  )

export const search = z.optional(z.string().check(z.trim(), atMost(limits.searchMax), noControls))

/** "I was sent by mistake": members that older clients send and that are never believed. */
export const ignored = z.optional(z.unknown())

/**
 * Of a percentage: at most 2 decimals, so that it is a whole number of basis points. See `toBasisPoints`. A number that its
 * text of two decimals does not give back has more; the text is compared alone, and nothing reckoned with it.
 */
export const isInBasisPoints = z.refine<number>((percent) => Number(percent.toFixed(2)) === percent, {
  error: says('decimals_many'),
  params: { max: 2 },
})
