import type { Fault } from '#contract/base/faults.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { describeFault } from '#server/lib/http/outbound/to-fault.ts'
import { type MailServer, sendLetter } from '#server/integrations/outgoing/send-email.ts'
import { toStoredFault } from '#server/integrations/stored-fault.ts'
import { workThrough } from '#server/lib/queue/loop.ts'

import { dropAnnouncementLetter } from './announcement-emails-queries.ts'
import { findMailServer, toMailServer } from './find-mail-server.ts'
import { layOut } from './lay-out.ts'
import { openMailServer } from './mail-server-before.ts'
import { messageIdOf, writeLetter } from './email-kinds.ts'
import {
  claimMails,
  type DueMail,
  endMail,
  findReaderLanguage,
  followAccount,
  putOffMail,
} from './emails-queries.ts'
import { findOrderLettersKey } from './order-emails-key.ts'
import { writeAnnouncementLetter } from './write-announcement-email.ts'

const BATCH = 20
const AT_ONCE = 4
/** Longer than all tries of a batch may take. */
const LEASE_SECONDS = 300
/** Some two days, with ever longer pauses. */
const TRIES_MAX = 16
const PAUSE_SECONDS = 60
const PAUSE_SECONDS_MAX = 4 * 3_600

/**
 * Sends what is due. A letter is sent again where its sending was not noted, under the same message id. Without a mail
 * server, and without a sandbox, letters wait. Answers whether there may be more.
 */
export async function sendMails(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const settings = await ctx.settings.read()
  const server = await findMailServer(ctx, settings.mail)
  const claim = { count: BATCH, leaseSeconds: LEASE_SECONDS, hasServer: server !== undefined }
  const mails = await claimMails(ctx.db, claim)
  await workThrough({
    items: mails,
    atOnce: AT_ONCE,
    signal,
    work: (mail) =>
      sendOver(ctx, { mail, server, settings }).catch(async (error: unknown) => {
        ctx.log.error({ err: error, letter: mail.letter }, 'an email could not be written')
        await tryLater(ctx.db, mail, { code: 'email_not_written', details: {} })
        throw error
      }),
  })
  return mails.length === BATCH
}

/** The server that the email brings, else the one that is set up: without one, only the first kind was claimed. */
async function sendOver(
  ctx: Context,
  { mail, server, settings }: { mail: DueMail; server: MailServer | undefined; settings: Settings },
): Promise<void> {
  const own =
    mail.server === null ? server : toMailServer(ctx.config, openMailServer(ctx.secrets, mail.server))
  if (own !== undefined) await sendMail(ctx, { mail, server: own, settings })
}

async function sendMail(
  ctx: Context,
  { mail, server, settings }: { mail: DueMail; server: MailServer; settings: Settings },
): Promise<void> {
  const { config, secrets, db, metrics } = ctx
  const { userId, receiver, tries } = mail
  if (mail.isForOther) return followAccount(db, mail)
  const { brand, look } = settings
  const [language, orderLettersKey] = await Promise.all([
    findReaderLanguage(db, userId),
    findOrderLettersKey(db),
  ])
  const facts = { config, secrets, brand, userId, receiver, language, orderLettersKey }
  const letter =
    mail.letter === 'announcement'
      ? await writeAnnouncementLetter(ctx, mail, facts)
      : writeLetter(mail, facts)
  if (letter === undefined) return dropAnnouncementLetter(db, mail)
  const { subject, text, replyTo, unsubscribeUrl } = letter
  const { publicUrl } = config
  const outcome = await sendLetter(server, {
    subject,
    text,
    html: layOut(letter, { brand: brand.name, accent: look.accent, language, publicUrl }),
    ...(replyTo !== undefined && { replyTo }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl, isBulk: mail.letter === 'announcement' }),
    to: receiver,
    from: { name: brand.name, address: server.from },
    messageId: messageIdOf(mail, server.name),
  })
  metrics.noteMail(outcome.kind)
  if (outcome.kind === 'sent') return endMail(db, { ...mail, fault: null })
  ctx.log.warn(
    { letter: mail.letter, tries, error: describeFault(outcome.fault) },
    'a letter could not be sent',
  )
  if (outcome.kind === 'refused') return endMail(db, { ...mail, fault: toStoredFault(outcome.fault) })
  return tryLater(db, mail, outcome.fault)
}

function tryLater(db: Context['db'], mail: DueMail, reason: Fault): Promise<void> {
  const fault = toStoredFault(reason)
  if (mail.tries >= TRIES_MAX) return endMail(db, { ...mail, fault })
  const seconds = Math.min(PAUSE_SECONDS * 2 ** (mail.tries - 1), PAUSE_SECONDS_MAX)
  return putOffMail(db, { ...mail, fault, seconds })
}
