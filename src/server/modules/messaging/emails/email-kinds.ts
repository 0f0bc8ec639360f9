import { createHash } from 'node:crypto'

import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { type Carried, sayCarried } from '#contract/base/codes.ts'
import { notificationsIn } from '#contract/words/notifications.ts'
import { addressIn, type Language } from '#contract/base/languages.ts'
import { money } from '#contract/base/money.ts'
import {
  type NotificationCode,
  notificationCodes,
  placeOfStaffNews,
} from '#contract/messaging/notification-codes.ts'
import type { GuardedSetting } from '#contract/settings/settings-guards.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'

import { type Linked, makeLinkToken } from './link-token.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'
import { letters as en } from '#server/modules/messaging/emails/words/en.ts'
import type { LetterWords, OrderCounts, Written } from '#server/modules/messaging/emails/words/email-words.ts'
import { letters as ru } from '#server/modules/messaging/emails/words/ru.ts'
import { letters as vi } from '#server/modules/messaging/emails/words/vi.ts'

// Longer than most: the list of all letters, each with what it is made from.

/** What a letter is about, as it is kept; its words are made when it is sent. */
export type Letter =
  | { letter: 'email_confirmation'; details: { confirmation: string } }
  /** `confirmation`: absent in one that waits since the version before. */
  | { letter: 'email_change_asked'; details: { email: string; confirmation?: string } }
  | { letter: 'ticket_reply'; details: { ticket_id: number; subject: string } }
  /** Amounts in units, as JSON's figures can not hold them all. */
  | { letter: 'payment_received'; details: { amount: string; bonus: string } }
  /** How many orders each code was told of. */
  | { letter: 'order_updates'; details: OrderCounts }
  /** `keys_ended`: absent in one that waits since the version before. */
  | { letter: 'password_changed'; details: { keys_ended?: boolean } }
  | { letter: 'api_key_made'; details: { prefix: string } }
  | AnnouncementLetter
  | FavouriteLetter
  | { letter: 'invitation'; details: { invitation: string } }
  /** To the operator. `ticket_id` where it became one. */
  | {
      letter: 'contact_message'
      details: { name: string; email: string; subject: string; text: string; ticket_id: number | null }
    }
  /** `at` as ISO 8601. */
  | { letter: 'new_sign_in'; details: { device: string | null; address: string; at: string } }
  | { letter: 'password_reset'; details: { reset: string } }
  | { [Told in TwoFactorTold]: { letter: Told; details: Record<never, never> } }[TwoFactorTold]
  | { letter: 'recovery_code_used'; details: { left: number } }
  /** What staff are notified of in the app as well: its code, with what that carries. */
  | { letter: 'staff_alert'; details: { code: NotificationCode; carried: Carried } }
  /** To owners. */
  | { letter: 'setting_changed'; details: { sections: readonly GuardedSetting[]; staff_id: number } }

/** What changed about one's favourites, amounts in units as texts, and how much more there is. */
export type FavouriteLetter = {
  letter: 'favourite_changes'
  details: { changes: readonly KeptChange[]; more: number }
}
type KeptChange = { id: number; name: string } & (
  | { kind: 'off' }
  | { kind: 'back'; rate: string }
  | { kind: 'price'; before: string; rate: string }
  | { kind: 'limits'; min: number; max: number }
)

type TwoFactorTold = 'two_factor_on' | 'two_factor_off' | 'recovery_codes_made' | 'two_factor_reset'

/** What it says, and whether it is wanted still, is looked up when its turn comes: `write-announcement-letter.ts`. */
export type AnnouncementLetter = { letter: 'announcement'; details: { announcement: number } }
/** Those that the rest of this file writes. */
type OwnLetter = Exclude<Letter, AnnouncementLetter>

export type WrittenLetter = Written & {
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
  /** Of the links that turn off news of orders and payments, and of favourites. */
  orderLettersKey: Buffer
  /** The reader's. */
  language: Language
}

export const words: Readonly<Record<Language, LetterWords>> = { en, vi, ru }

/** In the reader's language, with links to pages in it. */
export function writeLetter(letter: OwnLetter, facts: Facts): WrittenLetter {
  const written = toLetter(sayLetter(letter, facts))
  // Whoever answers in their mail program answers the sender.
  if (letter.letter === 'contact_message') return { ...written, replyTo: letter.details.email }
  const of = optionalKind(letter)
  return of === undefined ? written : { ...written, unsubscribeUrl: unsubscribeAt(facts, { of, before: '' }) }
}

/** As plain text; `layOut` makes the same for programs that show more. */
export function toLetter(written: Written): WrittenLetter {
  const { paragraphs, closing = [] } = written
  const parts = closing.length === 0 ? paragraphs : [...paragraphs, '-- ', ...closing]
  const texts = parts.map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`))
  return { ...written, text: `${texts.join('\n\n')}\n` }
}

/** What a letter's link turns off, where one may do without letters of its kind. */
function optionalKind({ letter }: OwnLetter): 'orders' | 'favourites' | undefined {
  if (letter === 'favourite_changes') return 'favourites'
  return letter === 'payment_received' || letter === 'order_updates' ? 'orders' : undefined
}

/** A program's own click goes to one address, a person's to the page in their language. */
function unsubscribeAt(
  { config, userId, orderLettersKey }: Facts,
  { of, before }: { of: 'orders' | 'favourites'; before: string },
): string {
  return `${config.publicUrl}${before}/unsubscribe/${makeUnsubscribeToken(orderLettersKey, { of, userId })}`
}

function toChange(kept: KeptChange): FavouriteChange {
  const amount = (units: string) => money(BigInt(units))
  if (kept.kind === 'price') return { ...kept, before: amount(kept.before), rate: amount(kept.rate) }
  return kept.kind === 'back' ? { ...kept, rate: amount(kept.rate) } : kept
}

function sayLetter({ letter, details }: OwnLetter, facts: Facts): Written {
  const { config, language, secrets, userId, receiver } = facts
  const brand = facts.brand.name
  const linkTo = (path: string) => `${config.publicUrl}${addressIn(language, path)}`
  const tokenFor = (purpose: Linked['purpose'], id: string) =>
    makeLinkToken(secrets.signingKey, { purpose, userId, id, email: receiver })
  // A signed-in page has one address, and its reader's language.
  const insideAt = (path: string) => `${config.publicUrl}${path}`
  const before = addressIn(language, '/').replace(/\/$/, '')
  const unsubscribe = unsubscribeAt(facts, { of: 'orders', before })
  if (letter === 'email_change_asked')
    return words[language][letter]({
      brand,
      email: details.email,
      cancel: linkTo(
        details.confirmation === undefined
          ? '/forgot-password'
          : `/cancel-email-change/${tokenFor('cancel-email-change', details.confirmation)}`,
      ),
      link: linkTo('/forgot-password'),
    })
  if (letter === 'ticket_reply')
    return words[language][letter]({
      brand,
      ticket: details.ticket_id,
      subject: details.subject,
      link: insideAt(`/support/tickets/${details.ticket_id}`),
    })
  if (letter === 'payment_received') {
    const [amount, bonus] = [money(BigInt(details.amount)), money(BigInt(details.bonus))]
    return words[language][letter]({ brand, amount, bonus, link: insideAt('/transactions'), unsubscribe })
  }
  if (letter === 'order_updates')
    return words[language][letter]({
      brand,
      counts: details,
      link: insideAt('/orders'),
      settings: insideAt('/settings/notifications'),
      unsubscribe,
    })
  if (letter === 'favourite_changes')
    return words[language][letter]({
      brand,
      changes: details.changes.map(toChange),
      more: details.more,
      link: insideAt('/services?favourites=1'),
      settings: insideAt('/settings/notifications'),
      unsubscribe: unsubscribeAt(facts, { of: 'favourites', before }),
    })
  if (letter === 'password_changed')
    return words[language][letter]({
      brand,
      areKeysEnded: details.keys_ended === true,
      link: linkTo('/contact'),
      settings: insideAt('/settings/api'),
    })
  if (letter === 'api_key_made')
    return words[language][letter]({ brand, prefix: details.prefix, link: insideAt('/settings/api') })
  if (letter === 'invitation')
    return words[language][letter]({
      brand,
      link: linkTo(`/invitation/${tokenFor('invitation', details.invitation)}`),
    })
  if (letter === 'new_sign_in') {
    const { device, address, at } = details
    return words[language][letter]({
      brand,
      device,
      address,
      at: new Date(at),
      link: linkTo('/forgot-password'),
    })
  }
  if (letter === 'contact_message') {
    const { ticket_id: ticket, ...sent } = details
    const path = ticket === null ? '/admin/contact' : `/admin/tickets/${ticket}`
    return words[language][letter]({ brand, ...sent, ticket, link: insideAt(path) })
  }
  if (letter === 'staff_alert') {
    const { code, carried } = details
    const said = sayCarried(notificationCodes, notificationsIn[language], { code, details: carried }) ?? code
    const provider = carried['provider_id']
    const place =
      placeOfStaffNews(code) ?? (provider === undefined ? '/notifications' : `/admin/providers/${provider}`)
    return words[language][letter]({ brand, said, link: insideAt(place) })
  }
  if (letter === 'password_reset')
    return words[language][letter]({
      brand,
      link: linkTo(`/reset-password/${tokenFor('reset-password', details.reset)}`),
    })
  // Turned on or off without them: a new password alone would not help.
  if (letter === 'two_factor_on' || letter === 'two_factor_reset')
    return words[language][letter]({ brand, link: linkTo('/contact') })
  if (letter === 'two_factor_off' || letter === 'recovery_codes_made')
    return words[language][letter]({ brand, link: linkTo('/forgot-password') })
  if (letter === 'recovery_code_used')
    return words[language][letter]({ brand, left: details.left, link: linkTo('/forgot-password') })
  if (letter === 'setting_changed')
    return words[language][letter]({
      brand,
      sections: details.sections,
      staffId: details.staff_id,
      link: insideAt('/admin/audit'),
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
