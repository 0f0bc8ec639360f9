import type { Kysely } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import type { sendContact } from '#contract/support/contact.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'

import type { Written } from './contact-queries.ts'

/**
 * Keeps what somebody wrote; whose it is, is looked up afterwards (`sortMessages`), so that the answer tells nobody who has
 * an account. What filled in the box that people do not see is kept nowhere. Throws `rate_limited`.
 */
export async function takeMessage(
  ctx: Context,
  { userId, sent }: { userId: number | undefined; sent: BodyOf<typeof sendContact> },
): Promise<void> {
  const { website, ...written } = sent
  if (website !== undefined && website !== '') return
  await takeTry(ctx, { what: 'contact', parts: [userId ?? written.email] })
  await insertContactMessage(ctx.db, { ...written, userId: userId ?? null })
  ctx.events.publish({ topic: 'contact' })
}

async function insertContactMessage(db: Kysely<DB>, { userId, ...written }: Written): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({ ...written, user_id: userId })
    .execute()
}
