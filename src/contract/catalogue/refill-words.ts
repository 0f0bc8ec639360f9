/** Stands for "no refill" in texts that are searched: no word that anybody types begins or goes on so. */
export const NO_REFILL = 'nrfl'

/** Folded text in which "No Refill" is a word of its own: who searches for "refill" does not mean it. */
export function markNoRefill(folded: string): string {
  return folded.replaceAll(/\b(?:no|non|without|0)[ -]refill\w*/g, NO_REFILL)
}
