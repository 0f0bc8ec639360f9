import { createHash } from 'node:crypto'

import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { type Carried, sayCarried } from '#contract/base/codes.ts'
import { notificationsIn } from '#contract/words/notifications.ts'
import { addressIn, type Language } from '#contract/base/languages.ts'
import { money } from '#contract/base/money.ts'
import {
  type NotificationCode,
  notificationCodes,
  pathOfStaffNotification,
} from '#contract/messaging/notification-codes.ts'
import type { GuardedSetting } from '#contract/messaging/notification-codes.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'

import { type Linked, makeLinkToken } from './link-token.ts'
import { emails as en } from './texts/en.ts'
import type { EmailTexts, OrderCounts, EmailText } from './texts/email-texts.ts'
import { emails as ru } from './texts/ru.ts'
import { emails as vi } from './texts/vi.ts'
import { makeUnsubscribeToken, type UnsubscribeFrom } from './unsubscribe-token.ts'

// Longer than most: the list of all emails, each with its data.

/** What an email is about, as stored. Its text is written when it is sent. */
export type Email =
  | { kind: 'email_confirmation'; details: { confirmation: string } }
  | { kind: 'email_change_asked'; details: { email: string; confirmation: string } }
  | { kind: 'ticket_reply'; details: { ticket_id: number; subject: string } }
  /** Amounts in units as text: JSON numbers can't hold all of them. */
  | { kind: 'payment_received'; details: { amount: string; bonus: string } }
  /** `reason` is what staff wrote, `order` the deposit's reference. */
  | { kind: 'transfer_refused'; details: { amount: string; reason: string; order: string } }
  /** The number of notifications per code. */
  | { kind: 'order_updates'; details: OrderCounts }
  /** Absent: no API key was revoked. */
  | { kind: 'password_changed'; details: { keys_ended?: boolean } }
  | { kind: 'api_key_made'; details: { prefix: string } }
  | AnnouncementEmail
  | FavouriteEmail
  | { kind: 'invitation'; details: { invitation: string } }
  /** To the operator. `ticket_id` if it became a ticket. */
  | {
      kind: 'contact_message'
      details: { name: string; email: string; subject: string; text: string; ticket_id: number | null }
    }
  /** `at` as ISO 8601. */
  | { kind: 'new_sign_in'; details: { device: string | null; address: string; at: string } }
  | { kind: 'password_reset'; details: { reset: string } }
  | { [Kind in TwoFactorKind]: { kind: Kind; details: Record<never, never> } }[TwoFactorKind]
  | { kind: 'recovery_code_used'; details: { left: number } }
  /** A notification to staff that is also emailed. */
  | { kind: 'staff_alert'; details: { code: NotificationCode; carried: Carried } }
  /** Amounts in units as text. `balance` is from when it was noticed. */
  | { kind: 'balance_low'; details: { below: string; balance: string } }
  /** To owners. */
  | { kind: 'setting_changed'; details: { sections: readonly GuardedSetting[]; staff_id: number } }

/** Changes of a user's favourites or of services ordered by API, amounts in units as text. `more` are not listed. */
export type FavouriteEmail = {
  [Kind in 'favourite_changes' | 'api_service_changes']: {
    kind: Kind
    details: { changes: readonly StoredChange[]; more: number }
  }
}['favourite_changes' | 'api_service_changes']
type StoredChange = { id: number; name: string } & (
  | { kind: 'off' }
  | { kind: 'back'; rate: string }
  | { kind: 'price'; before: string; rate: string }
  | { kind: 'limits'; min: number; max: number }
)

type TwoFactorKind = 'two_factor_on' | 'two_factor_off' | 'recovery_codes_made' | 'two_factor_reset'

/** Its text, and whether it is still wanted, are looked up when it is sent (`write-announcement-email.ts`). */
export type AnnouncementEmail = { kind: 'announcement'; details: { announcement: number } }
/** EmailText by this file. */
type StandardEmail = Exclude<Email, AnnouncementEmail>

export type WrittenEmail = EmailText & {
  text: string
  /** The reply address, if it is not the sender. */
  replyTo?: string
  /** One-click unsubscribe from emails of its kind (RFC 8058). */
  unsubscribeUrl?: string
}

export type EmailFacts = Pick<Context, 'config' | 'secrets'> & {
  brand: Settings['brand']
  userId: number
  receiver: string
  /** Proves the links that unsubscribe from emails about orders, payments, services and the balance. */
  orderEmailsKey: Buffer
  /** The reader's language. */
  language: Language
}

export const texts: Readonly<Record<Language, EmailTexts>> = { en, vi, ru }

/** In the reader's language, with links to pages in it. */
export function writeEmail(email: StandardEmail, facts: EmailFacts): WrittenEmail {
  const written = toEmail(writeText(email, facts))
  if (email.kind === 'contact_message') return { ...written, replyTo: email.details.email }
  const of = optionalKind(email)
  return of === undefined ? written : { ...written, unsubscribeUrl: unsubscribeAt(facts, { of, before: '' }) }
}

/** Adds the plain text; `renderHtml` makes the HTML of the same paragraphs. */
export function toEmail(written: EmailText): WrittenEmail {
  const { paragraphs, closing = [] } = written
  const parts = closing.length === 0 ? paragraphs : [...paragraphs, '-- ', ...closing]
  const plain = parts.map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`))
  return { ...written, text: `${plain.join('\n\n')}\n` }
}

type Optional = Exclude<UnsubscribeFrom, number>

/** What its unsubscribe link turns off. Emails about the account have none. */
function optionalKind({ kind }: StandardEmail): Optional | undefined {
  if (kind === 'favourite_changes' || kind === 'api_service_changes') return 'favourites'
  if (kind === 'balance_low') return 'balance'
  return kind === 'payment_received' || kind === 'transfer_refused' || kind === 'order_updates'
    ? 'orders'
    : undefined
}

/** `before`: the language prefix of the page that people open. Mail programs post to the URL without it. */
function unsubscribeAt(
  { config, userId, orderEmailsKey }: EmailFacts,
  { of, before }: { of: Optional; before: string },
): string {
  return `${config.publicUrl}${before}/unsubscribe/${makeUnsubscribeToken(orderEmailsKey, { of, userId })}`
}

function toChange(stored: StoredChange): FavouriteChange {
  const amount = (units: string) => money(BigInt(units))
  if (stored.kind === 'price') return { ...stored, before: amount(stored.before), rate: amount(stored.rate) }
  return stored.kind === 'back' ? { ...stored, rate: amount(stored.rate) } : stored
}

function writeText({ kind, details }: StandardEmail, facts: EmailFacts): EmailText {
  const { config, language, secrets, userId, receiver } = facts
  const brand = facts.brand.name
  const linkTo = (path: string) => `${config.publicUrl}${addressIn(language, path)}`
  const tokenFor = (purpose: Linked['purpose'], id: string) =>
    makeLinkToken(secrets.signingKey, { purpose, userId, id, email: receiver })
  // Pages behind the sign-in have no language prefix.
  const insideAt = (path: string) => `${config.publicUrl}${path}`
  const before = addressIn(language, '/').replace(/\/$/, '')
  const unsubscribe = unsubscribeAt(facts, { of: 'orders', before })
  if (kind === 'email_change_asked')
    return texts[language][kind]({
      brand,
      email: details.email,
      cancel: linkTo(`/cancel-email-change/${tokenFor('cancel-email-change', details.confirmation)}`),
      link: linkTo('/forgot-password'),
    })
  if (kind === 'ticket_reply')
    return texts[language][kind]({
      brand,
      ticket: details.ticket_id,
      subject: details.subject,
      link: insideAt(`/support/tickets/${details.ticket_id}`),
    })
  if (kind === 'payment_received') {
    const [amount, bonus] = [money(BigInt(details.amount)), money(BigInt(details.bonus))]
    return texts[language][kind]({ brand, amount, bonus, link: insideAt('/transactions'), unsubscribe })
  }
  if (kind === 'transfer_refused') {
    const link = insideAt(`/add-funds/manual?order_id=${details.order}`)
    const amount = money(BigInt(details.amount))
    return texts[language][kind]({ brand, amount, reason: details.reason, link, unsubscribe })
  }
  if (kind === 'order_updates')
    return texts[language][kind]({
      brand,
      counts: details,
      link: insideAt('/orders'),
      settings: insideAt('/settings/notifications'),
      unsubscribe,
    })
  if (kind === 'balance_low')
    return texts[language][kind]({
      brand,
      below: money(BigInt(details.below)),
      balance: money(BigInt(details.balance)),
      link: insideAt('/add-funds'),
      settings: insideAt('/settings/notifications'),
      unsubscribe: unsubscribeAt(facts, { of: 'balance', before }),
    })
  if (kind === 'favourite_changes' || kind === 'api_service_changes')
    return texts[language][kind]({
      brand,
      changes: details.changes.map(toChange),
      more: details.more,
      link: insideAt(kind === 'favourite_changes' ? '/services?favourites=1' : '/services'),
      settings: insideAt('/settings/notifications'),
      unsubscribe: unsubscribeAt(facts, { of: 'favourites', before }),
    })
  if (kind === 'password_changed')
    return texts[language][kind]({
      brand,
      areKeysEnded: details.keys_ended === true,
      link: linkTo('/contact'),
      settings: insideAt('/settings/api'),
    })
  if (kind === 'api_key_made')
    return texts[language][kind]({ brand, prefix: details.prefix, link: insideAt('/settings/api') })
  if (kind === 'invitation')
    return texts[language][kind]({
      brand,
      link: linkTo(`/invitation/${tokenFor('invitation', details.invitation)}`),
    })
  if (kind === 'new_sign_in') {
    const { device, address, at } = details
    return texts[language][kind]({
      brand,
      device,
      address,
      at: new Date(at),
      link: linkTo('/forgot-password'),
    })
  }
  if (kind === 'contact_message') {
    const { ticket_id: ticket, ...sent } = details
    const path = ticket === null ? '/admin/contact' : `/admin/tickets/${ticket}`
    return texts[language][kind]({ brand, ...sent, ticket, link: insideAt(path) })
  }
  if (kind === 'staff_alert') {
    const { code, carried } = details
    const message =
      sayCarried(notificationCodes, notificationsIn[language], { code, details: carried }) ?? code
    const provider = carried['provider_id']
    const path =
      pathOfStaffNotification(code) ??
      (provider === undefined ? '/notifications' : `/admin/providers/${provider}`)
    return texts[language][kind]({ brand, message, link: insideAt(path) })
  }
  if (kind === 'password_reset')
    return texts[language][kind]({
      brand,
      link: linkTo(`/reset-password/${tokenFor('reset-password', details.reset)}`),
    })
  // If someone else did it, a new password alone doesn't help.
  if (kind === 'two_factor_on' || kind === 'two_factor_reset')
    return texts[language][kind]({ brand, link: linkTo('/contact') })
  if (kind === 'two_factor_off' || kind === 'recovery_codes_made')
    return texts[language][kind]({ brand, link: linkTo('/forgot-password') })
  if (kind === 'recovery_code_used')
    return texts[language][kind]({ brand, left: details.left, link: linkTo('/forgot-password') })
  if (kind === 'setting_changed')
    return texts[language][kind]({
      brand,
      sections: details.sections,
      staffId: details.staff_id,
      link: insideAt('/admin/audit'),
    })
  return texts[language][kind]({
    brand,
    link: linkTo(`/confirm-email/${tokenFor('confirm-email', details.confirmation)}`),
  })
}

/** The same for every attempt, so that mail programs recognize duplicates. */
export function messageIdOf(
  email: { userId: number; event: string; receiver: string },
  host: string,
): string {
  const own = createHash('sha256').update(JSON.stringify([email.userId, email.event, email.receiver]))
  return `<${own.digest('hex').slice(0, 32)}@${host}>`
}
