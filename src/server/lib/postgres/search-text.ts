import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** `%text%` for ilike, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${literally(text)}%`
}

/** Escapes the wildcards of ilike. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The id in "12" or "#12". */
export function toNamedId(text: string): bigint | undefined {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}

/** All spellings of a link with and without protocol and www. */
export function toLinkSpellings(text: string): string[] {
  const rest = text.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
  return ['', 'www.', 'https://', 'https://www.', 'http://', 'http://www.'].map(
    (beginning) => beginning + rest,
  )
}

/** Trigrams have three characters: shorter texts are searched as a prefix. */
const PART_MIN = 3
/** For longer texts the planner prefers a sequential scan, so only this many characters use the index. */
const LOOKED_UP_MAX = 10

/** For `users`: name, user name or email contains the text. Each form has its index. */
export function userMatches(text: string): RawBuilder<SqlBool> {
  if (text.length < PART_MIN) {
    const beginning = `${literally(text)}%`
    return sql`(lower(users.name) like lower(${beginning}) or users.email like lower(${beginning})
      or lower(users.username) like lower(${beginning}))`
  }
  const [part, whole] = [containing(Array.from(text).slice(0, LOOKED_UP_MAX).join('')), containing(text)]
  const isPart = sql<SqlBool>`(users.name ilike ${part} or users.email ilike ${part} or users.username ilike ${part})`
  return part === whole
    ? isPart
    : sql`(${isPart} and (users.name ilike ${whole} or users.email ilike ${whole} or users.username ilike ${whole}))`
}
