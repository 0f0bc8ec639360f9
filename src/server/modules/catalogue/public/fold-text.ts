import { markNoRefill } from '#contract/catalogue/refill-words.ts'

/**
 * Text as it is searched: lower case, no accents ("Tăng" is found by "tang"), styled letters made plain. Marks of their
 * own go before the normalizing, which sorts a run of them in quadratic time.
 */
export function foldText(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
}

/** A text of the catalogue as it is searched. */
export function toSearchText(text: string): string {
  return markNoRefill(foldText(text))
}

export function toSearchWords(search: string): string[] {
  return toSearchText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
}
