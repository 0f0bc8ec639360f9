import { randomUUID } from 'node:crypto'

import type { Fault } from '#contract/base/faults.ts'
import type { Language } from '#contract/base/languages.ts'
import type { Trial } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { sendEmail } from '#server/integrations/outgoing/send-email.ts'

import { toEmail } from './email-kinds.ts'
import { findReader } from './emails-queries.ts'
import { findMailServer } from './find-mail-server.ts'
import { renderHtml } from './render-html.ts'

const texts: Readonly<Record<Language, { subject: string; text: string }>> = {
  en: {
    subject: 'Test email',
    text: 'Emails from this site are delivered. You requested this one in the settings.',
  },
  vi: {
    subject: 'Email thử',
    text: 'Email từ trang này gửi tới được hộp thư của bạn. Bạn đã yêu cầu email này trong phần cài đặt.',
  },
  ru: {
    subject: 'Тестовое письмо',
    text: 'Письма с этого сайта доходят. Вы запросили это письмо в настройках.',
  },
}

/** Sends one email to the caller's own address, without the queue and without retries, and answers what happened. */
export async function testMailServer(ctx: Context, userId: number): Promise<Trial> {
  const startedAt = performance.now()
  const { mail, brand, look } = await ctx.settings.read()
  const [server, reader] = await Promise.all([findMailServer(ctx, mail), findReader(ctx.db, userId)])
  const toTrial = (outcome: Trial['outcome'], reason: Fault | null): Trial => ({
    success: true,
    outcome,
    place: reader?.email ?? null,
    reason,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  if (server === undefined || reader === undefined) return toTrial('not_set_up', null)
  const { subject, text } = texts[reader.language]
  const email = toEmail({ subject: `${subject} · ${brand.name}`, paragraphs: [text] })
  const { publicUrl } = ctx.config
  const sent = await sendEmail(server, {
    to: reader.email,
    from: { name: brand.name, address: server.from },
    subject: email.subject,
    text: email.text,
    html: renderHtml(email, {
      brand: brand.name,
      accent: look.accent,
      language: reader.language,
      publicUrl,
    }),
    messageId: `<${randomUUID()}@${server.name}>`,
  })
  return sent.kind === 'sent' ? toTrial('works', null) : toTrial('failed', sent.fault)
}
