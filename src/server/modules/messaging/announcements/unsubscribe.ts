import type { UnsubscribedKind } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { findOrderLettersKey } from '#server/modules/messaging/emails/order-emails-key.ts'
import {
  readUnsubscribeToken,
  type UnsubscribeFrom,
} from '#server/modules/messaging/emails/unsubscribe-token.ts'
import { changePreferences } from '#server/modules/messaging/notifications/change-preferences.ts'

import { findLetterKey } from './announcements-queries.ts'

/**
 * Turns off the kind of letters that the token's was of, for good and however often it is pressed; letters that wait are
 * not sent any more. Throws `unsubscribe_invalid`.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<UnsubscribedKind> {
  const read = readUnsubscribeToken(token)
  const letter = read && (await findKey(ctx, read.of))
  if (letter === undefined || read?.isOf(letter.key) !== true) throw new AppError('unsubscribe_invalid')
  const { kind } = letter
  if (kind === 'service_notice') throw new AppError('unsubscribe_invalid')
  await changePreferences(ctx.db, read.userId, { [preferences[kind]]: false })
  return kind
}

const preferences = {
  promotion: 'promotions',
  newsletter: 'newsletter',
  order_updates: 'orderUpdates',
  favourite_changes: 'serviceChanges',
} as const

async function findKey({ db }: Context, of: UnsubscribeFrom) {
  if (typeof of === 'number') return findLetterKey(db, of)
  const kind = of === 'orders' ? 'order_updates' : 'favourite_changes'
  return { kind, key: await findOrderLettersKey(db) } as const
}
