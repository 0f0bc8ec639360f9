import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** `%text%` for ilike, its wildcards taken literally. */
export function containing(text: string): string {
  return `%${literally(text)}%`
}

/** Without ilike's own wildcards. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** "12" and "#12" name a row by its id. */
export function toNamedId(text: string): bigint | undefined {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}

/** People leave out how a link begins, or write it otherwise than it was ordered. */
export function toLinkSpellings(text: string): string[] {
  const rest = text.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
  return ['', 'www.', 'https://', 'https://www.', 'http://', 'http://www.'].map(
    (beginning) => beginning + rest,
  )
}

/** Trigrams are of three characters: fewer are looked for where a name or an address begins. */
const PART_MIN = 3
/** Each trigram is looked up: of a long text the planner would rather read everybody. What is found so is few. */
const LOOKED_UP_MAX = 10

/** Of `users`: whose name or address has it. Each form has its index. */
export function isSomebodyOf(text: string): RawBuilder<SqlBool> {
  if (text.length < PART_MIN) {
    const beginning = `${literally(text)}%`
    return sql`(lower(users.name) like lower(${beginning}) or users.email like lower(${beginning}))`
  }
  const [part, whole] = [containing(Array.from(text).slice(0, LOOKED_UP_MAX).join('')), containing(text)]
  const isPart = sql<SqlBool>`(users.name ilike ${part} or users.email ilike ${part})`
  return part === whole
    ? isPart
    : sql`(${isPart} and (users.name ilike ${whole} or users.email ilike ${whole}))`
}
