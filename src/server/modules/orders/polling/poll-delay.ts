/** Seconds until the next poll, by the age of the order: a tenth of its age, from 2 s to half an hour. */
export function pollDelaySeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds / 10, 2), 1800)
}

/** For ids that the provider says it does not know. */
export const RARE_POLL_SECONDS = 1800
