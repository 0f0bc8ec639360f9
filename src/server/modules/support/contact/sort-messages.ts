import { type Kysely, sql } from 'kysely'

import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import { queueEmailToStaff } from '#server/modules/messaging/emails/queue-email.ts'
import { writeTicket } from '#server/modules/support/tickets/open-ticket.ts'
import { findUser } from '#server/modules/users/get-user.ts'

import type { NewContactMessage } from './contact-queries.ts'

/** Warns the staff who answer that the sender's identity is unproven. */
const unprovenNote: Readonly<Record<Language, string>> = {
  en: '[Sent by the contact form, without signing in]',
  vi: '[Gửi qua biểu mẫu liên hệ, không đăng nhập]',
  ru: '[Отправлено через форму обратной связи, без входа в аккаунт]',
}

/**
 * Messages of the contact form: a customer's becomes a ticket, others are stored for staff. The email to the operator is
 * queued in the same tx, so none is lost.
 */
export const contactQueue = makeQueue({
  name: 'contact messages',
  table: 'contact_messages',
  key: ['id'],
  columns: ['user_id', 'name', 'email', 'subject', 'message'],
  order: ['id'],
  since: 'created_at',
  wakeOn: 'contact',
  everyMs: 10_000,
  concurrency: 1,
  leaseSeconds: 30,
  timeoutSeconds: 30,
  tries: { max: 10, pauseSeconds: 5, pauseSecondsMax: 600 },
  whenDone: { set: sql`sorted_at = now()` },
  async handle(ctx, row, claim) {
    const { contact } = await ctx.settings.read()
    const { id, name, email, subject, message: text } = row
    await transact(ctx, async (tx, publish) => {
      await claim.end(tx)
      const ticketId = await toTicket(ctx, tx, publish, { ...row, userId: row.user_id })
      await queueEmailToStaff(tx, publish, {
        needs: 'support',
        receiver: contact.email,
        event: `contact_message:${id}`,
        kind: 'contact_message',
        details: { name, email, subject, text, ticket_id: ticketId === undefined ? null : Number(ticketId) },
      })
      if (ticketId !== undefined) await tx.deleteFrom('contact_messages').where('id', '=', id).execute()
    })
    return 'ended'
  },
})

/** Undefined unless the sender is an active customer. */
async function toTicket(
  ctx: Context,
  tx: Tx,
  publish: Publish,
  { userId: signedIn, email, subject, message }: NewContactMessage,
): Promise<bigint | undefined> {
  const user = await findUser(tx, signedIn === null ? { email } : { id: signedIn })
  if (user?.status !== 'active' || user.role !== 'user') return undefined
  const note = `\n\n${unprovenNote[user.language ?? defaultLanguage]}`
  const content =
    signedIn === null ? `${message.slice(0, limits.ticketTextMax - note.length)}${note}` : message
  const written = { userId: user.id, subject, category: 'Other', content, now: ctx.clock() } as const
  return (await writeTicket(tx, publish, written)).id
}

/** The number of sorted, unanswered messages, counted up to `max` through their partial index. */
export async function countOpenMessages(db: Kysely<DB>, max: number): Promise<number> {
  const open = db
    .selectFrom('contact_messages')
    .select('id')
    .where('sorted_at', 'is not', null)
    .where('answered_at', 'is', null)
    .orderBy('id')
    .limit(max)
  const { count } = await db
    .selectFrom(open.as('counted'))
    .select((one) => one.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
