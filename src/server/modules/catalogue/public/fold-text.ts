import { markNoRefill } from '#contract/catalogue/refill-words.ts'

/**
 * Folds text for searching: lower case, no accents ("tang" finds "Tăng"), styled letters made plain. Combining marks are
 * removed before normalizing too, since normalizing sorts a run of them in quadratic time.
 */
export function foldText(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
}

/** Folded, with "no refill" as one word, so that a search for "refill" does not find it. */
export function toSearchText(text: string): string {
  return markNoRefill(foldText(text))
}

export function toSearchWords(search: string): string[] {
  return toSearchText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
}
