import type { Language } from '#contract/languages.ts'

/** The sign between thousands, and the one before decimals. A blank or an apostrophe parts thousands everywhere. */
const signs: Record<Language, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  vi: { group: '.', decimal: ',' },
  ru: { group: '', decimal: ',' },
}
const blanks = " '_\u00a0\u202f"

/**
 * Reads a quantity as people write it: "1000", "1,000", "1 000", "1k" = 1000, "2.5k" = 2500, "1m" = 1,000,000; in
 * Vietnamese "1.000" is a thousand and "2,5k" are 2500. Three digits behind the reader's own sign for thousands are
 * thousands. Three behind the other one ("1.000" in English, "1,000" in Vietnamese) could mean two things, so they mean
 * none: nobody orders a thousand times as much for a dot. Answers undefined for anything that is not a whole number.
 */
export function parseQuantity(language: Language, text: string): number | undefined {
  const [, figures = '', suffix = ''] = /^(\d[\d .,'_\u00a0\u202f]*?)\s*([km])?$/i.exec(text.trim()) ?? []
  const { group, decimal } = signs[language]
  const grouped = withoutGroups(figures, `${group}${blanks}`)
  if (grouped !== undefined) return scale(grouped, '', suffix)
  const at = Math.max(figures.lastIndexOf(decimal), figures.lastIndexOf('.'))
  const whole = at < 0 ? undefined : withoutGroups(figures.slice(0, at), `${group}${blanks}`)
  const fraction = figures.slice(at + 1)
  if (whole === undefined || suffix === '' || !/^\d+$/.test(fraction)) return undefined
  return scale(whole, fraction, suffix)
}

/** "2" and "5" with k is 2500; undefined where a part of one would be left. */
function scale(whole: string, fraction: string, suffix: string): number | undefined {
  const zeros = suffix === '' ? 0 : suffix.toLowerCase() === 'k' ? 3 : 6
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > zeros) return undefined
  const quantity = Number(whole + significant.padEnd(zeros, '0'))
  return Number.isSafeInteger(quantity) ? quantity : undefined
}

/** "1,000,000" is one number; "1,00" is none. */
function withoutGroups(text: string, marks: string): string | undefined {
  if (/^\d+$/.test(text)) return text
  const parts = text.split(new RegExp(`[${marks}]`))
  const isGrouped = parts.every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
  return isGrouped ? parts.join('') : undefined
}

/** Arrows step by the service's smallest order, Shift by ten of it, within its bounds. */
export function stepQuantity(
  quantity: number | undefined,
  { min, max, steps }: { min: number; max: number; steps: number },
): number {
  const least = Math.max(1, min)
  return Math.min(max, Math.max(least, (quantity ?? least) + steps * stepOf({ min })))
}

export function stepOf({ min }: { min: number }): number {
  return Math.max(1, min)
}
