import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import type { Money } from '#contract/base/money.ts'
import type { GuardedSetting, NotificationCode } from '#contract/messaging/notification-codes.ts'

export type OrderNotificationCode = Extract<NotificationCode, `order_${string}`>
export type OrderCounts = { readonly [Code in OrderNotificationCode]?: number }

type WithLink = (facts: { brand: string; link: string }) => EmailText

/** One language's emails. Texts are plain: names that users choose can't become links or markup. */
export type EmailTexts = {
  readonly email_confirmation: (facts: { brand: string; link: string }) => EmailText
  /** `cancel` cancels the change, `link` sets a new password. */
  readonly email_change_asked: (facts: {
    brand: string
    email: string
    cancel: string
    link: string
  }) => EmailText
  readonly ticket_reply: (facts: {
    brand: string
    ticket: number
    subject: string
    link: string
  }) => EmailText
  readonly payment_received: (facts: {
    brand: string
    amount: Money
    bonus: Money
    link: string
    unsubscribe: string
  }) => EmailText
  readonly transfer_refused: (facts: {
    brand: string
    amount: Money
    /** As staff wrote it. */
    reason: string
    link: string
    unsubscribe: string
  }) => EmailText
  readonly order_updates: (facts: {
    brand: string
    counts: OrderCounts
    link: string
    settings: string
    unsubscribe: string
  }) => EmailText
  /** `more` is how many are not listed. */
  readonly favourite_changes: (facts: {
    brand: string
    changes: readonly FavouriteChange[]
    more: number
    link: string
    settings: string
    unsubscribe: string
  }) => EmailText
  /** Services that the reader orders by API; `more` is how many are not listed. */
  readonly api_service_changes: EmailTexts['favourite_changes']
  readonly balance_low: (facts: {
    brand: string
    below: Money
    /** The balance when it was noticed; it may have risen since. */
    balance: Money
    link: string
    settings: string
    unsubscribe: string
  }) => EmailText
  readonly password_changed: (facts: {
    brand: string
    areKeysEnded: boolean
    link: string
    settings: string
  }) => EmailText
  /** A service notice has no `unsubscribe`. */
  readonly announcement: (facts: {
    brand: string
    title: string
    text: string
    unsubscribe: string | undefined
  }) => EmailText
  readonly api_key_made: (facts: { brand: string; prefix: string; link: string }) => EmailText
  readonly invitation: (facts: { brand: string; link: string }) => EmailText
  /** To the operator. `link`: where to answer. */
  readonly contact_message: (facts: {
    brand: string
    name: string
    email: string
    subject: string
    text: string
    ticket: number | null
    link: string
  }) => EmailText
  /** `device` as reported by the browser, null if unknown. */
  readonly new_sign_in: (facts: {
    brand: string
    device: string | null
    address: string
    at: Date
    link: string
  }) => EmailText
  /** To staff: `message` is the text of the notification. */
  readonly staff_alert: (facts: { brand: string; message: string; link: string }) => EmailText
  readonly setting_changed: (facts: {
    brand: string
    sections: readonly GuardedSetting[]
    staffId: number
    link: string
  }) => EmailText
  readonly password_reset: (facts: { brand: string; link: string }) => EmailText
  readonly two_factor_on: WithLink
  readonly two_factor_off: WithLink
  /** `left`: the number of remaining recovery codes. */
  readonly recovery_code_used: (facts: { brand: string; left: number; link: string }) => EmailText
  readonly recovery_codes_made: WithLink
  readonly two_factor_reset: WithLink
}

/** One line for each code with a count, in the order of the labels: "Completed: 12". */
export function listCounts(
  labels: Readonly<Record<OrderNotificationCode, string>>,
  counts: OrderCounts,
  number: (value: number) => string,
): string {
  const codes = Object.keys(labels) as OrderNotificationCode[] // its own keys
  return codes
    .flatMap((code) => (counts[code] === undefined ? [] : [`${labels[code]}: ${number(counts[code])}`]))
    .join('\n')
}

/** In UTC: the reader's time zone isn't known. */
export function toUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export type Paragraph = string | { label: string; link: string }
/** `closing`: why the reader gets it, and how to unsubscribe. */
export type EmailText = {
  subject: string
  paragraphs: readonly Paragraph[]
  closing?: readonly Paragraph[]
}
