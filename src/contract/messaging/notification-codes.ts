import * as z from 'zod/mini'

import { type Coded, nothing } from '#contract/base/codes.ts'
import { bigId, id } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { guardedSettings } from '#contract/settings/settings-guards.ts'
import { syncTroubles } from './sync-problems.ts'

/** By what kind a client sorts and paints them (spec §3). */
export const notificationTypes = ['payment_success', 'order_completed', 'order_failed', 'other'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** What a provider refuses us for: until somebody does something about it, it takes no order of ours. */
export const refusesUs = ['funds', 'key', 'address'] as const

const ofProvider = { provider_id: id, provider: z.string() }
const ofService = { service_id: id, service: z.string() }
const ofOrder = z.object({ order_id: bigId })
/** Of which deposit is not known of those that a version before these codes wrote. */
const ofDeposit = { deposit_id: z.optional(bigId) }
/** The invoice's amount, and what arrived where the gateway says so. */
const arrivedOf = { amount: moneyCodec, arrived: z.optional(moneyCodec) }

/** What customers and staff are told, and what each carries: the ids of what it is about among it. */
export const notificationCodes = {
  order_completed: ofOrder,
  order_failed: ofOrder,
  order_partial: ofOrder,
  order_canceled: ofOrder,
  order_canceled_in_part: ofOrder,
  order_refunded: ofOrder,
  /** So much went back, and the order goes on as it stands. */
  order_refunded_in_part: z.object({ order_id: bigId, amount: moneyCodec }),
  payment_received: z.object({ ...ofDeposit, amount: moneyCodec, bonus: moneyCodec }),
  payment_refused: z.object({ ...ofDeposit, amount: moneyCodec }),
  /** More arrived than was credited. */
  payment_over: z.object({ ...ofDeposit, credited: moneyCodec, arrived: moneyCodec }),
  /** Too little arrived to be credited without review. */
  payment_short: z.object({ ...ofDeposit, ...arrivedOf }),
  ticket_reply: z.object({ ticket_id: bigId }),
  // Of one favourite service; its price is what this customer pays.
  favourite_price: z.object({ ...ofService, before: moneyCodec, rate: moneyCodec }),
  favourite_limits: z.object({ ...ofService, min: z.int(), max: z.int() }),
  favourite_off: z.object(ofService),
  favourite_back: z.object({ ...ofService, rate: moneyCodec }),
  /** Of several at once, or in several ways: how many services, and how many of each change. */
  favourites_changed: z.object({
    services: z.int(),
    prices: z.int(),
    limits: z.int(),
    off: z.int(),
    back: z.int(),
  }),
  /** In the reader's language; kept once for all its readers. */
  announcement: z.object({ announcement_id: id, title: z.string(), text: z.string() }),
  // Of the account's own safety.
  two_factor_on: nothing,
  two_factor_off: nothing,
  /** Of those codes so many are left. */
  recovery_code_used: z.object({ left: z.int() }),
  recovery_codes_made: nothing,
  /** By staff. */
  two_factor_reset: nothing,
  /** To staff: less arrived than the invoice's amount, and nothing is credited until they decide. */
  deposit_short: z.object({ deposit: bigId, ...arrivedOf }),
  /** To staff: more or less arrived than was credited. */
  deposit_differs: z.object({ deposit: bigId, credited: moneyCodec, arrived: moneyCodec }),
  // To staff, of a provider.
  /** So many cost more there than they are sold for, and are not sold. */
  provider_services_held: z.object({ ...ofProvider, services: z.int() }),
  /** So many are not offered any more, or as another type, and are not sold from there. */
  provider_services_off: z.object({ ...ofProvider, services: z.int() }),
  /** What it charged for this order is many times its rate: nothing that comes from it is sold or sent. */
  provider_charges_held: z.object({ ...ofProvider, order_id: bigId }),
  /** The same of one order of a service whose rate was right so far: its cost stays until a second order says as much. */
  provider_charge_doubted: z.object({ ...ofProvider, order_id: bigId }),
  /** It tells no charge of so many services: their orders are sent without. */
  provider_charges_missing: z.object({ ...ofProvider, services: z.int() }),
  provider_list_doubted: z.object({ ...ofProvider, reason: z.enum(syncTroubles) }),
  provider_balance_low: z.object({ ...ofProvider, balance: z.string(), currency: z.string() }),
  /** Too many sendings there got no answer; a person resumes it. */
  provider_stopped: z.object(ofProvider),
  provider_paused_by_staff: z.object(ofProvider),
  /** It backs off after errors, and goes on automatically. */
  provider_paused: z.object(ofProvider),
  provider_refuses: z.object({ ...ofProvider, about: z.enum(refusesUs) }),
  /** So many customers were refused in the same words that nobody knows. */
  provider_unknown_refusal: z.object({ ...ofProvider, error: z.string(), customers: z.int() }),
  // To staff, of what waits for a decision or fails.
  orders_waiting: z.object({ orders: z.int() }),
  deposits_waiting: z.object({ deposits: z.int() }),
  job_failed: z.object({ job: z.string() }),
  emails_failed: z.object({ emails: z.int() }),
  // To owners.
  /** By this member of staff. */
  setting_changed: z.object({ section: z.enum(guardedSettings), staff_id: id }),
  /** What a version before these codes wrote in words of its own. */
  note: z.object({ text: z.string() }),
} as const

export type NotificationCode = keyof typeof notificationCodes
export const notificationCodeNames = Object.keys(notificationCodes) as NotificationCode[] // its own keys
/** Announcements are told to many at once, elsewhere. */
export type NewNotification = Exclude<Coded<typeof notificationCodes>, { code: 'announcement' }>

const types: Partial<Record<NotificationCode, NotificationType>> = {
  order_completed: 'order_completed',
  order_failed: 'order_failed',
  payment_received: 'payment_success',
}

export function typeOfNotification(code: NotificationCode): NotificationType {
  return types[code] ?? 'other'
}

/** Where staff do something about what they are notified of; undefined where the notification itself says. */
export function placeOfStaffNews(code: NotificationCode): string | undefined {
  switch (code) {
    case 'orders_waiting':
      return '/admin/orders?attention=true'
    case 'deposits_waiting':
      return '/admin/deposits'
    case 'job_failed':
      return '/admin/dashboard'
    case 'emails_failed':
      return '/admin/letters'
    default:
      return undefined
  }
}
