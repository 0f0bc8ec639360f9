import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import type { FavouriteLetter } from '#server/modules/messaging/emails/queue-favourite-emails.ts'

/** What a letter lists; how many more there are it says. */
const LISTED_MAX = 20

/** Amounts in units, as JSON's figures can not hold them all. */
export function toLetter(changes: readonly FavouriteChange[]): FavouriteLetter['details'] {
  const listed = changes.slice(0, LISTED_MAX).map((change) => ({
    ...change,
    ...('rate' in change && { rate: String(change.rate) }),
    ...('before' in change && { before: String(change.before) }),
  }))
  return { changes: listed as FavouriteLetter['details']['changes'], more: changes.length - listed.length }
}
