import { createHash } from 'node:crypto'

import { addressIn, type Language } from '#contract/languages.ts'
import { money } from '#contract/money.ts'
import type { Settings } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'

import { type Linked, makeLinkToken } from './link-token.ts'
import { letters as en } from './words/en.ts'
import type { LetterWords, OrderCounts, Written } from './words/letter-words.ts'
import { letters as ru } from './words/ru.ts'
import { letters as vi } from './words/vi.ts'

/** What a letter is about, as it is kept; its words are made when it is sent. */
export type Letter =
  | { letter: 'email_confirmation'; details: { confirmation: string } }
  | { letter: 'email_change_asked'; details: { email: string } }
  | { letter: 'ticket_reply'; details: { ticket_id: number; subject: string } }
  /** Amounts in units, as JSON's figures can not hold them all. */
  | { letter: 'payment_received'; details: { amount: string; bonus: string } }
  /** How many orders each code was told of. */
  | { letter: 'order_updates'; details: OrderCounts }
  | { letter: 'password_changed'; details: Record<never, never> }
  | { letter: 'api_key_made'; details: { prefix: string } }
  | AnnouncementLetter
  | { letter: 'invitation'; details: { invitation: string } }
  /** To the operator. `ticket_id` where it became one. */
  | {
      letter: 'contact_message'
      details: { name: string; email: string; subject: string; text: string; ticket_id: number | null }
    }
  | { letter: 'password_reset'; details: { reset: string } }

/** What it says, and whether it is wanted still, is looked up when its turn comes: `write-announcement-letter.ts`. */
export type AnnouncementLetter = { letter: 'announcement'; details: { announcement: number } }
/** Those that the rest of this file writes. */
type OwnLetter = Exclude<Letter, AnnouncementLetter>

export type WrittenLetter = {
  subject: string
  text: string
  /** Where an answer by letter goes, where that is not who sent it. */
  replyTo?: string
  /** Where one click turns off letters of its kind (RFC 8058). */
  unsubscribeUrl?: string
}

export type Facts = Pick<Context, 'config' | 'secrets'> & {
  brand: Settings['brand']
  userId: number
  receiver: string
  /** The reader's. */
  language: Language
}

export const words: Readonly<Record<Language, LetterWords>> = { en, vi, ru }

/** In the reader's language, with links to pages in it. */
export function writeLetter(letter: OwnLetter, facts: Facts): WrittenLetter {
  const written = toLetter(sayLetter(letter, facts))
  // Whoever answers in their mail program answers the sender.
  return letter.letter === 'contact_message' ? { ...written, replyTo: letter.details.email } : written
}

export function toLetter({ subject, paragraphs }: Written): WrittenLetter {
  return { subject, text: `${paragraphs.join('\n\n')}\n` }
}

function sayLetter({ letter, details }: OwnLetter, facts: Facts): Written {
  const { config, language, secrets, userId, receiver } = facts
  const brand = facts.brand.name
  const linkTo = (path: string) => `${config.publicUrl}${addressIn(language, path)}`
  const tokenFor = (purpose: Linked['purpose'], id: string) =>
    makeLinkToken(secrets.signingKey, { purpose, userId, id, email: receiver })
  // A signed-in page has one address, and its reader's language.
  const insideAt = (path: string) => `${config.publicUrl}${path}`
  if (letter === 'email_change_asked')
    return words[language][letter]({ brand, email: details.email, link: linkTo('/login') })
  if (letter === 'ticket_reply')
    return words[language][letter]({
      brand,
      ticket: details.ticket_id,
      subject: details.subject,
      link: insideAt(`/support/tickets/${details.ticket_id}`),
    })
  if (letter === 'payment_received') {
    const [amount, bonus] = [money(BigInt(details.amount)), money(BigInt(details.bonus))]
    return words[language][letter]({ brand, amount, bonus, link: insideAt('/transactions') })
  }
  if (letter === 'order_updates')
    return words[language][letter]({
      brand,
      counts: details,
      link: insideAt('/orders'),
      settings: insideAt('/settings'),
    })
  if (letter === 'password_changed')
    return words[language][letter]({ brand, link: linkTo('/'), settings: insideAt('/settings') })
  if (letter === 'api_key_made')
    return words[language][letter]({ brand, prefix: details.prefix, link: insideAt('/settings') })
  if (letter === 'invitation')
    return words[language][letter]({
      brand,
      link: linkTo(`/invitation/${tokenFor('invitation', details.invitation)}`),
    })
  if (letter === 'contact_message') {
    const { ticket_id: ticket, ...sent } = details
    const path = ticket === null ? '/admin/contact' : `/admin/tickets/${ticket}`
    return words[language][letter]({ brand, ...sent, ticket, link: insideAt(path) })
  }
  if (letter === 'password_reset')
    return words[language][letter]({
      brand,
      link: linkTo(`/reset-password/${tokenFor('reset-password', details.reset)}`),
    })
  return words[language][letter]({
    brand,
    link: linkTo(`/confirm-email/${tokenFor('confirm-email', details.confirmation)}`),
  })
}

/** The same for each try, so that a letter whose sending was not noted is seen to be the same one. */
export function messageIdOf(mail: { userId: number; event: string; receiver: string }, host: string): string {
  const own = createHash('sha256').update(JSON.stringify([mail.userId, mail.event, mail.receiver]))
  return `<${own.digest('hex').slice(0, 32)}@${host}>`
}
