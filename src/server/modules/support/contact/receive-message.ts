import type { Kysely } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import type { sendContact } from '#contract/support/contact.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'

import type { NewContactMessage } from './contact-queries.ts'

/**
 * Stores a contact message. `contactQueue` looks up its sender later, so that the answer doesn't reveal who has an
 * account. Bots, which fill in the hidden field, are dropped. Throws `rate_limited`.
 */
export async function receiveMessage(
  ctx: Context,
  { userId, sent }: { userId: number | undefined; sent: BodyOf<typeof sendContact> },
): Promise<void> {
  const { website, ...written } = sent
  if (website !== undefined && website !== '') return
  await takeTry(ctx, { what: 'contact', parts: [userId ?? written.email] })
  await insertContactMessage(ctx.db, { ...written, userId: userId ?? null })
  ctx.events.publish({ topic: 'contact' })
}

async function insertContactMessage(
  db: Kysely<DB>,
  { userId, ...written }: NewContactMessage,
): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({ ...written, user_id: userId })
    .execute()
}
