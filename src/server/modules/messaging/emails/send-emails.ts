import { sql } from 'kysely'

import { defaultLanguage } from '#contract/base/languages.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { type MailServer, sendEmail } from '#server/integrations/outgoing/send-email.ts'
import { describeFault } from '#server/lib/http/outbound/to-fault.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import type { Outcome } from '#server/lib/queue/queue.ts'

import { type Email, messageIdOf, writeEmail } from './email-kinds.ts'
import { type EmailKey, findReader, isForOtherAddress, moveToCurrentAddress } from './emails-queries.ts'
import { findMailServer, toMailServer } from './find-mail-server.ts'
import { openMailServer } from './mail-server-before.ts'
import { renderHtml } from './render-html.ts'
import { findOrderEmailsKey } from './unsubscribe-token.ts'
import { dropAnnouncementEmail, writeAnnouncementEmail } from './write-announcement-email.ts'

type DueEmail = EmailKey & Email & { tries: number; server: Buffer | null }

/**
 * Emails to be sent. If a process dies before it stores that an email was sent, it is sent again under the same message id.
 * Without a mail server they wait.
 */
export const emailQueue = makeQueue({
  name: 'mails',
  table: 'emails',
  key: ['user_id', 'event', 'receiver'],
  columns: ['kind', 'details', 'server'],
  order: ['due_at'],
  since: 'created_at',
  wakeOn: 'mail',
  everyMs: 5_000,
  concurrency: 4,
  leaseSeconds: 60,
  timeoutSeconds: 60,
  // About two days.
  tries: { max: 16, pauseSeconds: 60, pauseSecondsMax: 4 * 3_600 },
  whenDone: { set: sql`sent_at = now(), server = null` },
  whenFailed: { set: sql`server = null` },
  async canClaim(ctx) {
    const { mail } = await ctx.settings.read()
    const hasServer = (await findMailServer(ctx, mail)) !== undefined
    return sql<boolean>`(${hasServer} or server is not null)`
  },
  handle: (ctx, row) =>
    // Only `queueEmail` and similar functions write `emails.kind` and `details`, and types keep them consistent.
    sendDue(ctx, { ...row, userId: row.user_id } as DueEmail),
  async onEnd(tx, { kind, details }, fault) {
    if (kind !== 'announcement') return
    const isSent = fault === undefined
    await sql`
      update announcement_emails set sent = sent + ${isSent ? 1 : 0}, failed = failed + ${isSent ? 0 : 1}
      where announcement_id = (${JSON.stringify(details)}::jsonb ->> 'announcement')::int`.execute(tx)
  },
})

/** Through the mail server stored with the email, else the configured one. */
async function sendDue(ctx: Context, email: DueEmail): Promise<Outcome> {
  const settings = await ctx.settings.read()
  const server =
    email.server === null
      ? await findMailServer(ctx, settings.mail)
      : toMailServer(ctx.config, openMailServer(ctx.secrets, email.server))
  // The mail server was removed after the email was claimed.
  if (server === undefined) return { waitSeconds: 5 }
  if (await isForOther(ctx, email)) {
    await moveToCurrentAddress(ctx.db, email)
    return 'ended'
  }
  return sendOne(ctx, { email, server, settings })
}

async function isForOther({ db }: Context, { userId, event, receiver }: EmailKey): Promise<boolean> {
  const { rows } = await sql<{ is_for_other: boolean }>`
    select ${isForOtherAddress} as is_for_other from emails join users on users.id = emails.user_id
    where user_id = ${userId} and event = ${event} and receiver = ${receiver}`.execute(db)
  return rows[0]?.is_for_other ?? false
}

async function sendOne(
  ctx: Context,
  { email, server, settings }: { email: DueEmail; server: MailServer; settings: Settings },
): Promise<Outcome> {
  const { config, secrets, db, metrics } = ctx
  const { userId, receiver, tries, kind } = email
  const { brand, look } = settings
  const [reader, orderEmailsKey] = await Promise.all([findReader(db, userId), findOrderEmailsKey(db)])
  const language = reader?.language ?? defaultLanguage
  const facts = { config, secrets, brand, userId, receiver, language, orderEmailsKey }
  const written =
    email.kind === 'announcement' ? await writeAnnouncementEmail(ctx, email, facts) : writeEmail(email, facts)
  if (written === undefined) {
    await dropAnnouncementEmail(db, email)
    return 'ended'
  }
  const { subject, text, replyTo, unsubscribeUrl } = written
  const { publicUrl } = config
  const outcome = await sendEmail(server, {
    subject,
    text,
    html: renderHtml(written, { brand: brand.name, accent: look.accent, language, publicUrl }),
    ...(replyTo !== undefined && { replyTo }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl, isBulk: kind === 'announcement' }),
    to: receiver,
    from: { name: brand.name, address: server.from },
    messageId: messageIdOf(email, server.name),
  })
  metrics.noteMail(outcome.kind)
  if (outcome.kind === 'sent') return 'done'
  ctx.log.warn({ kind, tries, error: describeFault(outcome.fault) }, 'an email could not be sent')
  return outcome.kind === 'refused' ? { fail: outcome.fault } : { retry: outcome.fault }
}
