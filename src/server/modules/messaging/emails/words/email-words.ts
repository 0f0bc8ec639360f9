import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import type { Money } from '#contract/base/money.ts'
import type { GuardedSetting } from '#contract/settings/settings-guards.ts'
import type { NotificationCode } from '#contract/messaging/notification-codes.ts'

/** Of what orders are told of. */
export type OrderNewsCode = Extract<NotificationCode, `order_${string}`>
export type OrderCounts = { readonly [Code in OrderNewsCode]?: number }

type Told = (facts: { brand: string; link: string }) => Written
/** What changed about the second factor of an account. */
export type TwoFactorLetterWords = {
  readonly two_factor_on: Told
  readonly two_factor_off: Told
  /** So many of the codes are left. */
  readonly recovery_code_used: (facts: { brand: string; left: number; link: string }) => Written
  readonly recovery_codes_made: Told
  readonly two_factor_reset: Told
}

/** One language's letters. Texts are plain, so that nobody can hide anything in them; only what stands as a link is one. */
export type LetterWords = {
  readonly email_confirmation: (facts: { brand: string; link: string }) => Written
  /** `cancel`: ends the change; `link`: sets a new password. */
  readonly email_change_asked: (facts: {
    brand: string
    email: string
    cancel: string
    link: string
  }) => Written
  readonly ticket_reply: (facts: { brand: string; ticket: number; subject: string; link: string }) => Written
  readonly payment_received: (facts: {
    brand: string
    amount: Money
    bonus: Money
    link: string
    unsubscribe: string
  }) => Written
  readonly order_updates: (facts: {
    brand: string
    counts: OrderCounts
    link: string
    settings: string
    unsubscribe: string
  }) => Written
  /** `more` are not listed. */
  readonly favourite_changes: (facts: {
    brand: string
    changes: readonly FavouriteChange[]
    more: number
    link: string
    settings: string
    unsubscribe: string
  }) => Written
  readonly password_changed: (facts: {
    brand: string
    areKeysEnded: boolean
    link: string
    settings: string
  }) => Written
  /** `unsubscribe` is where letters of its kind are turned off; one about the service itself has none. */
  readonly announcement: (facts: {
    brand: string
    title: string
    text: string
    unsubscribe: string | undefined
  }) => Written
  readonly api_key_made: (facts: { brand: string; prefix: string; link: string }) => Written
  readonly invitation: (facts: { brand: string; link: string }) => Written
  /** To the operator: what somebody wrote, whose ticket it became, and where it is answered. */
  readonly contact_message: (facts: {
    brand: string
    name: string
    email: string
    subject: string
    text: string
    ticket: number | null
    link: string
  }) => Written
  /** `device` as it says of itself, null where it says nothing known. */
  readonly new_sign_in: (facts: {
    brand: string
    device: string | null
    address: string
    at: Date
    link: string
  }) => Written
  /** To staff: `said` is the notification's own sentence. */
  readonly staff_alert: (facts: { brand: string; said: string; link: string }) => Written
  readonly setting_changed: (facts: {
    brand: string
    sections: readonly GuardedSetting[]
    staffId: number
    link: string
  }) => Written
  readonly password_reset: (facts: { brand: string; link: string }) => Written
} & TwoFactorLetterWords

/** Each code that there is, in the order of the labels: "Completed: 12". */
export function listCounts(
  labels: Readonly<Record<OrderNewsCode, string>>,
  counts: OrderCounts,
  number: (value: number) => string,
): string {
  const codes = Object.keys(labels) as OrderNewsCode[] // its own keys
  return codes
    .flatMap((code) => (counts[code] === undefined ? [] : [`${labels[code]}: ${number(counts[code])}`]))
    .join('\n')
}

/** A reader's own time is not known here. */
export function toUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export type Paragraph = string | { label: string; link: string }
/** `closing`: why it came, and how it comes no more. */
export type Written = {
  subject: string
  paragraphs: readonly Paragraph[]
  closing?: readonly Paragraph[]
}
