/**
 * Seconds until the provider is asked again, by the age of what is waited for: 2 s when fresh, a tenth of the age
 * later, half an hour at most.
 */
export function pollDelaySeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds / 10, 2), 1800)
}

/** What the provider says it does not know is asked about rarely. */
export const RARE_POLL_SECONDS = 1800
