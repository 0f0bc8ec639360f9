import * as z from 'zod/mini'

import { type Coded, nothing } from '#contract/base/codes.ts'
import { bigId, id } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** Owners are notified when one of these changes. */
export const guardedSettings = [
  'mail',
  'gateways',
  'bonuses',
  'payment_methods',
  'visitor_tags',
  'backups',
] as const
export type GuardedSetting = (typeof guardedSettings)[number]

/** Clients choose icon and colour by it (spec §3). */
export const notificationTypes = ['payment_success', 'order_completed', 'order_failed', 'other'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Why a provider refuses all our orders, until staff fix it. */
export const refusesUs = ['funds', 'key', 'address'] as const

/** Why a provider's service list was rejected. Nothing is changed, and the list is fetched again. */
export const syncProblems = ['not_read', 'empty', 'half_missing', 'currency', 'prices'] as const
export type SyncProblem = (typeof syncProblems)[number]

const ofProvider = { provider_id: id, provider: z.string() }
const ofService = { service_id: id, service: z.string() }
/** `quantity` was ordered, `delivered` if it ended short. Packages have neither; old notifications have none of the three. */
const sold = {
  service: z.optional(z.string()),
  quantity: z.optional(z.int()),
  delivered: z.optional(z.int()),
}
const ofOrder = z.object({ order_id: bigId, ...sold })
const ofDeposit = { deposit_id: z.optional(bigId) }
/** The invoice's amount, and what arrived if the gateway reports it. */
const arrivedOf = { amount: moneyCodec, arrived: z.optional(moneyCodec) }

/** Notification codes with their details. Ids of what they are about have their own columns. */
export const notificationCodes = {
  order_completed: ofOrder,
  order_failed: ofOrder,
  order_partial: ofOrder,
  order_canceled: ofOrder,
  order_canceled_in_part: ofOrder,
  order_refunded: ofOrder,
  /** `amount` was refunded; the order's status did not change. */
  order_refunded_in_part: z.object({ order_id: bigId, ...sold, amount: moneyCodec }),
  payment_received: z.object({ ...ofDeposit, amount: moneyCodec, bonus: moneyCodec }),
  payment_refused: z.object({ ...ofDeposit, amount: moneyCodec }),
  /** With the message from staff to the customer. */
  transfer_refused: z.object({ ...ofDeposit, amount: moneyCodec, reason: z.string() }),
  /** More arrived than was credited. */
  payment_over: z.object({ ...ofDeposit, credited: moneyCodec, arrived: moneyCodec }),
  /** Too little arrived to be credited without review. */
  payment_short: z.object({ ...ofDeposit, ...arrivedOf }),
  /** The gateway reversed `amount`. `owed`: what the customer owes now. */
  payment_reversed: z.object({ ...ofDeposit, amount: moneyCodec, owed: moneyCodec }),
  /** The gateway returned `amount` of what it had reversed. */
  payment_returned: z.object({ ...ofDeposit, amount: moneyCodec, owed: moneyCodec }),
  ticket_reply: z.object({ ticket_id: bigId }),
  /** The balance fell below the customer's limit; it was `balance` when that was noticed. */
  balance_low: z.object({ below: moneyCodec, balance: moneyCodec }),
  // About one service that is a favourite or ordered by API, with this customer's price.
  favourite_price: z.object({ ...ofService, before: moneyCodec, rate: moneyCodec }),
  favourite_limits: z.object({ ...ofService, min: z.int(), max: z.int() }),
  favourite_off: z.object(ofService),
  favourite_back: z.object({ ...ofService, rate: moneyCodec }),
  /** Several changes at once: numbers of services and of each kind of change. */
  favourites_changed: z.object({
    services: z.int(),
    prices: z.int(),
    limits: z.int(),
    off: z.int(),
    back: z.int(),
  }),
  /** The same for services that the customer orders by API. */
  api_services_changed: z.object({
    services: z.int(),
    prices: z.int(),
    limits: z.int(),
    off: z.int(),
    back: z.int(),
  }),
  /** In the reader's language. Stored once for all readers. */
  announcement: z.object({ announcement_id: id, title: z.string(), text: z.string() }),
  // About the account's security.
  two_factor_on: nothing,
  two_factor_off: nothing,
  /** `left`: unused recovery codes. */
  recovery_code_used: z.object({ left: z.int() }),
  recovery_codes_made: nothing,
  /** By staff. */
  two_factor_reset: nothing,
  /** To staff: less arrived than the invoice's amount. Nothing is credited until staff decide. */
  deposit_short: z.object({ deposit: bigId, ...arrivedOf }),
  /** To staff: more or less arrived than was credited. */
  deposit_differs: z.object({ deposit: bigId, credited: moneyCodec, arrived: moneyCodec }),
  /** To staff: the gateway reversed `amount`, or returned it. */
  deposit_reversed: z.object({ deposit: bigId, amount: moneyCodec, owed: moneyCodec }),
  deposit_returned: z.object({ deposit: bigId, amount: moneyCodec, owed: moneyCodec }),
  /** To staff: a dispute was opened or has ended, without moving money. */
  deposit_disputed: z.object({ deposit: bigId }),
  deposit_dispute_ended: z.object({ deposit: bigId }),
  /** To staff: the credit exceeds its method's limit, so a second person must approve it. */
  credit_proposed: z.object({ deposit: bigId, amount: moneyCodec }),
  // To staff, about a provider.
  /** `services` cost more there than they are sold for, and are taken off sale. */
  provider_services_held: z.object({ ...ofProvider, services: z.int() }),
  /** `services` were removed or have another type there, and are not sold from this provider. */
  provider_services_off: z.object({ ...ofProvider, services: z.int() }),
  /** Its charge for this order is many times its rate: its services are not sold and no orders are sent to it. */
  provider_charges_held: z.object({ ...ofProvider, order_id: bigId }),
  /** The same for a service whose rate was right before: its cost changes once a second order confirms it. */
  provider_charge_doubted: z.object({ ...ofProvider, order_id: bigId }),
  /** It reports no charge for `services`; their orders are sent anyway. */
  provider_charges_missing: z.object({ ...ofProvider, services: z.int() }),
  provider_list_doubted: z.object({ ...ofProvider, reason: z.enum(syncProblems) }),
  provider_balance_low: z.object({ ...ofProvider, balance: z.string(), currency: z.string() }),
  /** Too many orders sent there got no answer; staff must resume the provider. */
  provider_stopped: z.object(ofProvider),
  provider_paused_by_staff: z.object(ofProvider),
  /** It backs off after errors and continues automatically. */
  provider_paused: z.object(ofProvider),
  provider_refuses: z.object({ ...ofProvider, about: z.enum(refusesUs) }),
  /** Several customers' orders got the same refusal, with an unknown text. */
  provider_unknown_refusal: z.object({ ...ofProvider, error: z.string(), customers: z.int() }),
  // To staff: what needs a decision or has failed.
  orders_waiting: z.object({ orders: z.int() }),
  deposits_waiting: z.object({ deposits: z.int() }),
  job_failed: z.object({ job: z.string() }),
  emails_failed: z.object({ emails: z.int() }),
  /** After the last retry. */
  jobs_failed: z.object({ jobs: z.int() }),
  // To owners.
  /** No scheduled backup was made in time. */
  backup_late: nothing,
  backup_failed: nothing,
  /** A check found that a backup can't be restored, or does not add up. */
  backup_damaged: nothing,
  /** The last check could not be made. */
  backup_unchecked: nothing,
  /** Found by the nightly check. */
  ledger_broken: z.object({ violations: z.int() }),
  /** `staff_id` made the change. */
  setting_changed: z.object({ section: z.enum(guardedSettings), staff_id: id }),
  /** Free text, from imported data. */
  note: z.object({ text: z.string() }),
} as const

export type NotificationCode = keyof typeof notificationCodes
export const notificationCodeNames = Object.keys(notificationCodes) as NotificationCode[] // its own keys
/** Announcements are added to many users at once, elsewhere. */
export type NewNotification = Exclude<Coded<typeof notificationCodes>, { code: 'announcement' }>

const types: Partial<Record<NotificationCode, NotificationType>> = {
  order_completed: 'order_completed',
  order_failed: 'order_failed',
  payment_received: 'payment_success',
}

export function typeOfNotification(code: NotificationCode): NotificationType {
  return types[code] ?? 'other'
}

/** The page where staff act on it; undefined if it depends on the notification's details. */
export function pathOfStaffNotification(code: NotificationCode): string | undefined {
  switch (code) {
    case 'orders_waiting':
      return '/admin/orders?attention=true'
    case 'deposits_waiting':
      return '/admin/deposits'
    case 'job_failed':
    case 'ledger_broken':
      return '/admin/dashboard'
    case 'emails_failed':
    case 'jobs_failed':
      return '/admin/failures'
    case 'backup_late':
    case 'backup_failed':
    case 'backup_damaged':
    case 'backup_unchecked':
      return '/admin/settings/backups'
    default:
      return undefined
  }
}
