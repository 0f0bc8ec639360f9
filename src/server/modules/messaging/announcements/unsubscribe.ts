import type { UnsubscribedKind } from '#contract/messaging/unsubscribe.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import {
  findOrderEmailsKey,
  readUnsubscribeToken,
  type UnsubscribeFrom,
} from '#server/modules/messaging/emails/unsubscribe-token.ts'
import { deleteBalanceNotice } from '#server/modules/messaging/notifications/low-balance.ts'
import { changePreferences } from '#server/modules/messaging/notifications/preferences.ts'

/**
 * Turns off the kind of emails that the link was in. Queued ones are no longer sent. May be repeated. Throws
 * `unsubscribe_invalid`.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<UnsubscribedKind> {
  const read = readUnsubscribeToken(token)
  const found = read && (await findKey(ctx, read.of))
  if (found === undefined || read?.isOf(found.key) !== true) throw new AppError('unsubscribe_invalid')
  const { kind } = found
  if (kind === 'service_notice') throw new AppError('unsubscribe_invalid')
  if (kind === 'balance_low') await deleteBalanceNotice(ctx.db, read.userId)
  else await changePreferences(ctx.db, read.userId, { [preferences[kind]]: false })
  return kind
}

const preferences = {
  promotion: 'promotions',
  newsletter: 'newsletter',
  order_updates: 'orderUpdates',
  favourite_changes: 'serviceChanges',
} as const

const kinds = {
  orders: 'order_updates',
  favourites: 'favourite_changes',
  balance: 'balance_low',
} as const satisfies Record<Exclude<UnsubscribeFrom, number>, UnsubscribedKind>

async function findKey({ db }: Context, of: UnsubscribeFrom) {
  if (typeof of === 'number')
    return db
      .selectFrom('announcements')
      .select(['kind', 'unsubscribe_key as key'])
      .where('id', '=', of)
      .executeTakeFirst()
  return { kind: kinds[of], key: await findOrderEmailsKey(db) }
}
