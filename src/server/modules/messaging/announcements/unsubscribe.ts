import type { UnsubscribedKind } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import {
  findOrderEmailsKey,
  readUnsubscribeToken,
  type UnsubscribeFrom,
} from '#server/modules/messaging/emails/unsubscribe-token.ts'
import { changePreferences } from '#server/modules/messaging/notifications/preferences.ts'

/**
 * Turns off the kind of emails that the link came in. Queued ones are not sent any more. May be repeated. Throws
 * `unsubscribe_invalid`.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<UnsubscribedKind> {
  const read = readUnsubscribeToken(token)
  const found = read && (await findKey(ctx, read.of))
  if (found === undefined || read?.isOf(found.key) !== true) throw new AppError('unsubscribe_invalid')
  const { kind } = found
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
  if (typeof of === 'number')
    return db
      .selectFrom('announcements')
      .select(['kind', 'unsubscribe_key as key'])
      .where('id', '=', of)
      .executeTakeFirst()
  const kind = of === 'orders' ? 'order_updates' : 'favourite_changes'
  return { kind, key: await findOrderEmailsKey(db) } as const
}
