import type { Fault } from '#contract/base/faults.ts'
import { defaultLanguage } from '#contract/base/languages.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { type MailServer, sendEmail } from '#server/integrations/outgoing/send-email.ts'
import { toStoredFault } from '#server/integrations/stored-fault.ts'
import { describeFault } from '#server/lib/http/outbound/to-fault.ts'
import { workThrough } from '#server/lib/queue/loop.ts'

import { messageIdOf, writeEmail } from './email-kinds.ts'
import {
  claimEmails,
  type DueEmail,
  endEmail,
  findReader,
  moveToCurrentAddress,
  postponeEmail,
} from './emails-queries.ts'
import { findMailServer, toMailServer } from './find-mail-server.ts'
import { openMailServer } from './mail-server-before.ts'
import { renderHtml } from './render-html.ts'
import { findOrderEmailsKey } from './unsubscribe-token.ts'
import { dropAnnouncementEmail, writeAnnouncementEmail } from './write-announcement-email.ts'

const BATCH = 20
const AT_ONCE = 4
/** Longer than all tries of a batch may take. */
const LEASE_SECONDS = 300
/** About two days, with pauses that double up to the maximum. */
const TRIES_MAX = 16
const PAUSE_SECONDS = 60
const PAUSE_SECONDS_MAX = 4 * 3_600

/**
 * Sends due emails. If a process dies before it stores that an email was sent, the email is sent again under the same
 * message id. Without a mail server they wait. Answers whether there may be more.
 */
export async function sendEmails(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const settings = await ctx.settings.read()
  const server = await findMailServer(ctx, settings.mail)
  const claim = { count: BATCH, leaseSeconds: LEASE_SECONDS, hasServer: server !== undefined }
  const emails = await claimEmails(ctx.db, claim)
  await workThrough({
    items: emails,
    atOnce: AT_ONCE,
    signal,
    work: (email) =>
      sendOver(ctx, { email, server, settings }).catch(async (error: unknown) => {
        ctx.log.error({ err: error, kind: email.kind }, 'an email could not be written')
        await tryLater(ctx.db, email, { code: 'email_not_written', details: {} })
        throw error
      }),
  })
  return emails.length === BATCH
}

/** Over the mail server that the email brings, else the configured one. Without either, it was not claimed. */
async function sendOver(
  ctx: Context,
  { email, server, settings }: { email: DueEmail; server: MailServer | undefined; settings: Settings },
): Promise<void> {
  const own =
    email.server === null ? server : toMailServer(ctx.config, openMailServer(ctx.secrets, email.server))
  if (own !== undefined) await sendOne(ctx, { email, server: own, settings })
}

async function sendOne(
  ctx: Context,
  { email, server, settings }: { email: DueEmail; server: MailServer; settings: Settings },
): Promise<void> {
  const { config, secrets, db, metrics } = ctx
  const { userId, receiver, tries, kind } = email
  if (email.isForOther) return moveToCurrentAddress(db, email)
  const { brand, look } = settings
  const [reader, orderEmailsKey] = await Promise.all([findReader(db, userId), findOrderEmailsKey(db)])
  const language = reader?.language ?? defaultLanguage
  const facts = { config, secrets, brand, userId, receiver, language, orderEmailsKey }
  const written =
    email.kind === 'announcement' ? await writeAnnouncementEmail(ctx, email, facts) : writeEmail(email, facts)
  if (written === undefined) return dropAnnouncementEmail(db, email)
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
  if (outcome.kind === 'sent') return endEmail(db, { ...email, fault: null })
  ctx.log.warn({ kind, tries, error: describeFault(outcome.fault) }, 'an email could not be sent')
  if (outcome.kind === 'refused') return endEmail(db, { ...email, fault: toStoredFault(outcome.fault) })
  return tryLater(db, email, outcome.fault)
}

function tryLater(db: Context['db'], email: DueEmail, reason: Fault): Promise<void> {
  const fault = toStoredFault(reason)
  if (email.tries >= TRIES_MAX) return endEmail(db, { ...email, fault })
  const seconds = Math.min(PAUSE_SECONDS * 2 ** (email.tries - 1), PAUSE_SECONDS_MAX)
  return postponeEmail(db, { ...email, fault, seconds })
}
