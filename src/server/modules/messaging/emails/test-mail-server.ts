import { randomUUID } from 'node:crypto'

import type { Fault } from '#contract/base/faults.ts'
import type { Language } from '#contract/base/languages.ts'
import type { Trial } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { sendLetter } from '#server/integrations/outgoing/send-email.ts'

import { findMailServer } from './find-mail-server.ts'
import { layOut } from './lay-out.ts'
import { toLetter } from './email-kinds.ts'
import { findReader } from './emails-queries.ts'

const words: Readonly<Record<Language, { subject: string; text: string }>> = {
  en: {
    subject: 'Test letter',
    text: 'Letters from this site arrive. You asked for this one in its settings.',
  },
  vi: {
    subject: 'Thư thử',
    text: 'Thư từ trang này đến được hộp thư của bạn. Bạn đã yêu cầu thư này trong phần cài đặt.',
  },
  ru: {
    subject: 'Пробное письмо',
    text: 'Письма с этого сайта доходят. Вы запросили это письмо в настройках.',
  },
}

/** A letter to nobody but whoever asks, at once and once: what came of it is what they want to read. */
export async function testMail(ctx: Context, userId: number): Promise<Trial> {
  const startedAt = performance.now()
  const { mail, brand, look } = await ctx.settings.read()
  const [server, reader] = await Promise.all([findMailServer(ctx, mail), findReader(ctx.db, userId)])
  const tried = (outcome: Trial['outcome'], reason: Fault | null): Trial => ({
    success: true,
    outcome,
    place: reader?.email ?? null,
    reason,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  if (server === undefined || reader === undefined) return tried('not_set_up', null)
  const { subject, text } = words[reader.language]
  const letter = toLetter({ subject: `${subject} · ${brand.name}`, paragraphs: [text] })
  const { publicUrl } = ctx.config
  const sent = await sendLetter(server, {
    to: reader.email,
    from: { name: brand.name, address: server.from },
    subject: letter.subject,
    text: letter.text,
    html: layOut(letter, {
      brand: brand.name,
      accent: look.accent,
      language: reader.language,
      publicUrl,
    }),
    messageId: `<${randomUUID()}@${server.name}>`,
  })
  return sent.kind === 'sent' ? tried('works', null) : tried('failed', sent.fault)
}
