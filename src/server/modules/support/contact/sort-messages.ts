import { sql } from 'kysely'

import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueEmailToStaff } from '#server/modules/messaging/emails/queue-email.ts'
import { writeTicket } from '#server/modules/support/tickets/open-ticket.ts'
import { findUser } from '#server/modules/users/get-user.ts'

import type { NewContactMessage } from './contact-queries.ts'

const BATCH = 20

/** Warns the staff who answer that the sender's identity is unproven. */
const unprovenNote: Readonly<Record<Language, string>> = {
  en: '[Sent by the contact form, without signing in]',
  vi: '[Gửi qua biểu mẫu liên hệ, không đăng nhập]',
  ru: '[Отправлено через форму связи, без входа в аккаунт]',
}

/**
 * Turns a customer's message into a ticket and keeps other messages for staff. The email to the operator is
 * queued in the same tx, so none is lost. Answers whether there may be more.
 */
export async function sortMessages(ctx: Context): Promise<boolean> {
  const { contact } = await ctx.settings.read()
  return transact(ctx, async (tx, publish) => {
    const messages = await lockUnsorted(tx, BATCH)
    for (const message of messages) {
      const ticketId = await toTicket(ctx, tx, publish, message)
      const { id, name, email, subject, message: text } = message
      await queueEmailToStaff(tx, publish, {
        needs: 'support',
        receiver: contact.email,
        event: `contact_message:${id}`,
        kind: 'contact_message',
        details: { name, email, subject, text, ticket_id: ticketId === undefined ? null : Number(ticketId) },
      })
      if (ticketId === undefined) await markForStaff(tx, id)
      else await deleteContactMessage(tx, id)
    }
    return messages.length === BATCH
  })
}

/** Undefined unless the sender is an active customer. */
async function toTicket(
  ctx: Context,
  tx: Tx,
  publish: Publish,
  { userId: signedIn, email, subject, message }: UnsortedMessage,
): Promise<bigint | undefined> {
  const user = await findUser(tx, signedIn === null ? { email } : { id: signedIn })
  if (user?.status !== 'active' || user.role !== 'user') return undefined
  const note = `\n\n${unprovenNote[user.language ?? defaultLanguage]}`
  const content =
    signedIn === null ? `${message.slice(0, limits.ticketTextMax - note.length)}${note}` : message
  const written = { userId: user.id, subject, category: 'Other', content, now: ctx.clock() } as const
  return (await writeTicket(tx, publish, written)).id
}

type UnsortedMessage = NewContactMessage & { id: bigint }

/** Oldest first. Each row is locked for one worker until its tx ends. */
async function lockUnsorted(tx: Tx, count: number): Promise<UnsortedMessage[]> {
  return tx
    .selectFrom('contact_messages')
    .select(['id', 'user_id as userId', 'name', 'email', 'subject', 'message'])
    .where('sorted_at', 'is', null)
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
}

async function markForStaff(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('contact_messages')
    .set({ sorted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('sorted_at', 'is', null)
    .execute()
}

async function deleteContactMessage(tx: Tx, id: bigint): Promise<void> {
  await tx.deleteFrom('contact_messages').where('id', '=', id).execute()
}
