import type { NotificationCode } from './notification-codes.ts'

/** What notifications are about: the filters of their page. The last is for staff only. */
export const notificationKinds = [
  'orders',
  'payments',
  'support',
  'services',
  'announcements',
  'account',
  'operation',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const kinds = {
  order_completed: 'orders',
  order_failed: 'orders',
  order_partial: 'orders',
  order_canceled: 'orders',
  order_canceled_in_part: 'orders',
  order_refunded: 'orders',
  order_refunded_in_part: 'orders',
  payment_received: 'payments',
  payment_refused: 'payments',
  transfer_refused: 'payments',
  payment_over: 'payments',
  payment_short: 'payments',
  payment_reversed: 'payments',
  payment_returned: 'payments',
  balance_low: 'payments',
  ticket_reply: 'support',
  favourite_price: 'services',
  favourite_limits: 'services',
  favourite_off: 'services',
  favourite_back: 'services',
  favourites_changed: 'services',
  api_services_changed: 'services',
  announcement: 'announcements',
  note: 'announcements',
  two_factor_on: 'account',
  two_factor_off: 'account',
  recovery_code_used: 'account',
  recovery_codes_made: 'account',
  two_factor_reset: 'account',
  deposit_short: 'operation',
  deposit_differs: 'operation',
  deposit_reversed: 'operation',
  deposit_returned: 'operation',
  deposit_disputed: 'operation',
  deposit_dispute_ended: 'operation',
  credit_proposed: 'operation',
  provider_services_held: 'operation',
  provider_services_off: 'operation',
  provider_charges_held: 'operation',
  provider_charge_doubted: 'operation',
  provider_charges_missing: 'operation',
  provider_list_doubted: 'operation',
  provider_balance_low: 'operation',
  provider_stopped: 'operation',
  provider_paused_by_staff: 'operation',
  provider_paused: 'operation',
  provider_refuses: 'operation',
  provider_unknown_refusal: 'operation',
  orders_waiting: 'operation',
  deposits_waiting: 'operation',
  job_failed: 'operation',
  emails_failed: 'operation',
  jobs_failed: 'operation',
  backup_late: 'operation',
  backup_failed: 'operation',
  backup_damaged: 'operation',
  setting_changed: 'operation',
} as const satisfies Record<NotificationCode, NotificationKind>

/** The codes of a kind. */
export function codesOfKind(kind: NotificationKind): NotificationCode[] {
  const codes = Object.keys(kinds) as NotificationCode[] // its own keys
  return codes.filter((code) => kinds[code] === kind)
}
