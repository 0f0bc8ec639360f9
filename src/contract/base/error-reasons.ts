import * as z from 'zod/mini'

import { nothing } from './codes.ts'
import { moneyCodec } from './money-codec.ts'

const orderState = z.object({ status: z.string(), dispatch: z.string() })
const withName = z.object({ name: z.string() })

/** The reasons of codes that stand for several refusals, with their details. */

export const parameterReasons = {
  not_understood: nothing,
  parameter: z.object({ parameter: z.string() }),
  idempotency_key: nothing,
  user_id_required: nothing,
  not_a_request: nothing,
  form: nothing,
  period_too_long: z.object({ lines: z.int(), max: z.int() }),
} as const

export const conflictReasons = {
  // Orders
  being_sent: nothing,
  nothing_to_refund: nothing,
  nothing_to_look_at: nothing,
  undecided: nothing,
  /** It was queued again or is done. */
  not_failed: nothing,
  not_in_review: orderState,
  /** The provider's answer was lost, or has no text that identifies a refusal. */
  nothing_to_teach: nothing,
  not_possible: orderState,
  /** Its state has changed since it was shown. */
  order_moved: orderState,
  provider_order_held: z.object({ provider_order: z.string(), held_by: z.int() }),
  holds_no_such_order: nothing,
  named_twice: nothing,
  refill_open: nothing,
  too_many_unknown: nothing,
  /** `name`: the maximum of keys with this name; without it, the maximum of all keys. */
  /** A customer has one test key. */
  test_key_alive: nothing,
  keys_alive: z.object({ max: z.int(), name: z.optional(z.string()) }),
  /** The chosen supply is for another service, or costs more than the customer paid. */
  supply_not_fit: nothing,
  /** `remains` is out of range: nothing undelivered, or more than is still unrefunded. */
  remains_not_fit: nothing,
  /** Another partial refund was made meanwhile, possibly the same one. */
  refunded_meanwhile: nothing,
  refund_above: z.object({ left: moneyCodec }),
  // Catalogue
  selection_changed: nothing,
  supplies_changed: nothing,
  supplies_many: z.object({ max: z.int() }),
  supply_elsewhere: z.object({ service_id: z.int(), name: z.string() }),
  supply_not_offered: withName,
  supply_type_differs: z.object({ type: z.string(), service_type: z.string() }),
  announcement_ended: nothing,
  /** The restored database was resumed, or restored again, since it was shown. */
  not_fenced: nothing,
  // Tickets
  /** By the named person, after the newest message known when the answer was written. */
  answered_meanwhile: withName,
  /** The ticket is assigned to someone else now, or to nobody. */
  assigned_meanwhile: z.object({ name: z.nullable(z.string()) }),
  replies_many: z.object({ max: z.int() }),
  // Users
  has_password: nothing,
  user_blocked: nothing,
  two_factor_on: nothing,
  two_factor_off: nothing,
  /** No two-factor setup was started, or it has expired. */
  two_factor_not_begun: nothing,
  /** Staff can't reset their own two-factor authentication. */
  two_factor_own: nothing,
  views_full: z.object({ max: z.int() }),
  /** The link of an order that was sent, or the start count of an order that isn't delivered by hand. */
  not_editable: nothing,
  // Money
  /** Its state has changed since it was shown. */
  deposit_moved: z.object({ status: z.string() }),
  credited_already: nothing,
  /** A deposit that was never credited, or whose reversed total differs from the one shown or already has this value. */
  not_credited: nothing,
  reversed_meanwhile: nothing,
  reversed_already: nothing,
  /** The reference was entered before. */
  reference_entered: z.object({ deposit_id: z.int() }),
  refused_already: nothing,
  /** The customer has reported it as paid. */
  transfer_sent: nothing,
  /** The caller proposed it. */
  own_proposal: nothing,
  proposed_already: nothing,
  nothing_proposed: nothing,
  proposal_changed: nothing,
  /** Nobody else may approve a credit above `limit`. */
  approver_missing: z.object({ limit: moneyCodec }),
  /** One person can't credit a customer more than `limit` within 24 hours without a second one. */
  second_person_needed: z.object({ limit: moneyCodec }),
  decided_already: nothing,
  balance_too_high: z.object({ max: moneyCodec }),
  // Providers
  needs_key: nothing,
  not_held: nothing,
  has_no_key: withName,
  key_unreadable: withName,
  sandbox_address: nothing,
  /** Real providers and gateways can't be added in sandbox mode. */
  play_money: nothing,
  provider_off: nothing,
  provider_in_use: nothing,
  /** The provider reports its balance in `currency`. */
  currency_unsettled: z.object({ name: z.string(), currency: z.string(), account_currency: z.string() }),
  currency_changed: withName,
  /** The number of prices that would be recalculated, which was not confirmed. */
  prices_unconfirmed: z.object({ services: z.int() }),
  prices_changed: nothing,
  // Imports
  import_running: nothing,
  import_undone: nothing,
  import_not_last: nothing,
  // Backups
  backups_off: nothing,
  backup_running: nothing,
  /** The file does not exist, or not yet. */
  backup_not_there: nothing,
  // Settings
  /** Changed by another person since it was shown. */
  section_changed: z.object({ section: z.string() }),
} as const

const withFile = z.object({ name: z.string() })

export const attachmentReasons = {
  type: withFile,
  /** Replies accept no spreadsheets. */
  type_in_reply: withFile,
  /** Only pictures are accepted here. */
  no_picture: withFile,
  /** A picture or document that can't be read, or that is also another kind of file. */
  damaged: withFile,
  pixels: withFile,
  macros: withFile,
} as const

export const addressReasons = {
  no_address: nothing,
  scheme: nothing,
  credentials: nothing,
  not_public: nothing,
} as const
export type AddressReason = keyof typeof addressReasons

export const providerReasons = {
  unreachable: nothing,
  /** In the provider's own words. */
  said: z.object({ error: z.string() }),
  http_status: z.object({ http_status: z.int() }),
  moved: z.object({ location: z.string() }),
  /** The answer does not follow the protocol. */
  not_understood: nothing,
  no_services: nothing,
  refill_unclear: nothing,
} as const
