/** Replaces "no refill" in searchable text: not part of any word that users type. */
export const NO_REFILL = 'nrfl'

/** Makes "no refill" one word in folded text, so that a search for "refill" does not find it. */
export function markNoRefill(folded: string): string {
  return folded.replaceAll(/\b(?:no|non|without|0)[ -]refill\w*/g, NO_REFILL)
}
