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
