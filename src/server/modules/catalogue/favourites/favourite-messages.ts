import type { FavouriteChange, FavouriteChangeKind } from '#contract/catalogue/favourite-changes.ts'
import type { NewNotification } from '#contract/messaging/notification-codes.ts'
import type { FavouriteEmail } from '#server/modules/messaging/emails/email-kinds.ts'

/** One change is described in full, several as a count per kind. */
export function toNotification(
  changes: readonly FavouriteChange[],
  code: 'favourites_changed' | 'api_services_changed',
): NewNotification {
  const [only, ...others] = changes
  if (only !== undefined && others.length === 0) return toOne(only)
  const count = (kind: FavouriteChangeKind) => changes.filter((change) => change.kind === kind).length
  return {
    code,
    details: {
      services: new Set(changes.map(({ id }) => id)).size,
      prices: count('price'),
      limits: count('limits'),
      off: count('off'),
      back: count('back'),
    },
  }
}

function toOne({ id, name, ...change }: FavouriteChange): NewNotification {
  const about = { service_id: id, service: name }
  if (change.kind === 'off') return { code: 'favourite_off', details: about }
  if (change.kind === 'back') return { code: 'favourite_back', details: { ...about, rate: change.rate } }
  if (change.kind === 'limits')
    return { code: 'favourite_limits', details: { ...about, min: change.min, max: change.max } }
  return { code: 'favourite_price', details: { ...about, before: change.before, rate: change.rate } }
}

/** Amounts as strings of our smallest unit: a JSON number cannot hold them all. */
export function toEmail(changes: readonly FavouriteChange[], listedMax: number): FavouriteEmail['details'] {
  const listed = changes.slice(0, listedMax).map((change) => ({
    ...change,
    ...('rate' in change && { rate: String(change.rate) }),
    ...('before' in change && { before: String(change.before) }),
  }))
  return { changes: listed as FavouriteEmail['details']['changes'], more: changes.length - listed.length }
}
