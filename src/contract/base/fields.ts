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

/** An integer in a path or query: up to 64 bits, so that larger ids are "not found" and not malformed. */
export function numberInText(schema: z.ZodMiniType<number, number>) {
  return z.codec(z.string().check(z.regex(/^\d{1,20}$/)), schema, { decode: Number, encode: String })
}

export const idParam = numberInText(id)

/** Up to 100 comma-separated ids. */
export const idsParam = z.codec(z.string().check(z.regex(/^\d{1,10}(?:,\d{1,10}){0,99}$/)), z.array(id), {
  decode: (text) => text.split(',').map(Number),
  encode: (ids) => ids.join(','),
})
export const bigIdParam = numberInText(bigId)

export const time = z.codec(z.iso.datetime({ precision: 3 }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** False for days that don't exist, such as February 31. Only the first ten characters are read. */
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

/** The range of times with a four-digit year. */
const TIME_MIN = Date.parse('0000-01-01T00:00:00.000Z')
const TIME_MAX = Date.parse('9999-12-31T23:59:59.999Z')

/** A time zone or the end of a day may exceed that range. */
function clampTime(time: number): Date {
  return new Date(Math.min(Math.max(time, TIME_MIN), TIME_MAX))
}

/** ISO 8601 with a time zone, to the minute or finer. */
export const writtenTime = z.codec(
  z.string().check(
    atMost(40),
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/),
    z.refine((text) => isDay(text) && !Number.isNaN(Date.parse(text)), says('time_unknown')),
  ),
  z.date(),
  { decode: (text) => clampTime(Date.parse(text)), encode: (date) => date.toISOString() },
)

const DAY_MS = 86_400_000

/** Start of a period: a time with time zone, or a day, which starts at midnight UTC. */
export const periodStart = edgeOfPeriod(0)
/** Exclusive end of a period: a time with time zone, or a day, whose end counts. */
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
    { decode: (text) => clampTime(toTime(text)), encode: (date) => date.toISOString() },
  )
}

/** PostgreSQL can't store NUL, and names and URLs need no other control characters. */
export const noControls = z.refine<string>((text) => !hasControls(text), says('control_characters'))

/** The maximum length. Put it before patterns, which then never run on long texts, and must be linear anyway. */
export function atMost(max: number, message: FieldCode = 'too_long') {
  return z.maxLength(max, { error: message, abort: true })
}

/** The code for a missing field only; another type has its own code. */
export function missing(code: FieldCode) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? code : undefined) }
}

/** A line of text: trimmed, no control characters, at most `max` characters. */
export function line({ min = 0, max, message }: { min?: number; max: number; message?: FieldCode }) {
  return z.string().check(z.trim(), z.minLength(min, message), atMost(max), noControls)
}

/** A name shown to others: a line, without the invisible characters that may come with pasted text. */
export function nameLine({ max, message }: { max: number; message: FieldCode }) {
  return z
    .string(missing(message))
    .check(z.trim(), atMost(max), z.overwrite(dropUnseen), z.trim(), z.minLength(1, message), noControls)
}

/** Multi-line text. NUL and broken surrogates are refused, since PostgreSQL can't store them. */
export function lines({ max, message }: { max: number; message?: FieldCode }) {
  return z.string().check(
    atMost(max, message),
    z.refine((text) => !text.includes('\0') && text.isWellFormed(), says('control_characters')),
  )
}

/** A message to support: of a ticket, its replies and the contact form. */
export const ticketText = lines({ max: limits.ticketTextMax }).check(
  z.trim(),
  z.minLength(1, says('message_required')),
)

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff)) return true
  }
  return false
}

/** Linear, since labels contain no dots. */
const emailPattern = /^[^\s@<>"',;]+@(?:[^\s@<>"',;.]+\.)+[^\s@<>"',;.]{2,}$/

/** Scripts with letters that look the same. */
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

/** Against lookalikes: no invisible characters, no compatibility forms (wide, superscript, ligatures), one script per part. */
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

/** Fields that older clients send; never used. */
export const ignored = z.optional(z.unknown())

/**
 * A percentage with at most 2 decimals, that is, whole basis points (`toBasisPoints`). It is a JSON number and only
 * compared here: amounts are calculated with the basis points.
 */
export const isInBasisPoints = z.refine<number>((percent) => Number(percent.toFixed(2)) === percent, {
  error: says('decimals_many'),
  params: { max: 2 },
})

/** The API key that was used, with its current or last name; null for a deleted user. */
export const namedKey = z.object({ id: z.string(), name: z.nullable(z.string()) })
export type NamedKey = z.output<typeof namedKey>

/** `?key=`: the id of an API key. */
export const keyParam = z.optional(z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)))
