import * as z from 'zod/mini'

import { nothing } from './codes.ts'
import { moneyCodec } from './money-codec.ts'

const standing = z.object({ status: z.string(), dispatch: z.string() })
const withName = z.object({ name: z.string() })
/** What another system said, or what came of calling it. */
const withError = z.object({ error: z.string() })

/** Codes that stand for several refusals say which one as `reason`, with what that one carries. */

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
  not_in_review: standing,
  /** Its answer was lost, or says nothing that a refusal could be known by. */
  nothing_to_teach: nothing,
  not_possible: standing,
  /** It isn't in the state any more that it was shown in. */
  order_moved: standing,
  provider_order_held: z.object({ provider_order: z.string(), held_by: z.int() }),
  holds_no_such_order: nothing,
  named_twice: nothing,
  refill_open: nothing,
  too_many_unknown: nothing,
  keys_alive: z.object({ max: z.int() }),
  /** The order and what was asked of it do not fit: the supply delivers another service, or costs more than was paid. */
  supply_not_fit: nothing,
  /** It would leave nothing undelivered, or more than was not refunded yet. */
  remains_not_fit: nothing,
  /** Of a part: another one may have been the same. */
  refunded_meanwhile: nothing,
  refund_above: z.object({ left: moneyCodec }),
  // Catalogue
  selection_changed: nothing,
  supplies_changed: nothing,
  supplies_many: z.object({ max: z.int() }),
  supply_elsewhere: z.object({ service_id: z.int(), name: z.string() }),
  supply_not_offered: withName,
  supply_type_differs: z.object({ type: z.string(), service_type: z.string() }),
  announcement_over: nothing,
  // Tickets
  /** By whoever is named, after the newest message that was read when the answer was written. */
  answered_meanwhile: withName,
  /** Somebody else has it by now, or nobody. */
  assigned_meanwhile: z.object({ name: z.nullable(z.string()) }),
  replies_many: z.object({ max: z.int() }),
  // Users
  has_password: nothing,
  user_blocked: nothing,
  two_factor_on: nothing,
  two_factor_off: nothing,
  /** No secret waits for its first code, or it waited too long. */
  two_factor_not_begun: nothing,
  /** Staff have theirs reset by others. */
  two_factor_own: nothing,
  // Money
  /** It isn't in the state any more that it was shown in. */
  deposit_moved: z.object({ status: z.string() }),
  credited_already: nothing,
  /** A reference is entered once. */
  reference_entered: z.object({ deposit_id: z.int() }),
  refused_already: nothing,
  decided_already: nothing,
  balance_too_high: z.object({ max: moneyCodec }),
  // Providers
  needs_key: nothing,
  not_held: nothing,
  has_no_key: withName,
  key_unreadable: withName,
  sandbox_address: nothing,
  /** What is real is not connected to a database whose balances cost nobody anything. */
  play_money: nothing,
  provider_off: nothing,
  provider_in_use: nothing,
  /** Its balance is told in `currency`. */
  currency_unsettled: z.object({ name: z.string(), currency: z.string(), account_currency: z.string() }),
  currency_changed: withName,
  /** So many prices would be made anew, and nobody has said yes to that. */
  prices_unconfirmed: z.object({ services: z.int() }),
  prices_changed: nothing,
  // Imports
  import_running: nothing,
  import_undone: nothing,
  import_not_last: nothing,
  // Settings
  /** By somebody else, since it was shown. */
  section_changed: z.object({ section: z.string() }),
} as const

const withFile = z.object({ name: z.string() })

export const attachmentReasons = {
  type: withFile,
  /** Of a reply, which takes no tables. */
  type_in_reply: withFile,
  /** Where pictures alone are taken. */
  no_picture: withFile,
  /** It says to be a picture or a document, and is none that can be read, or something else as well. */
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
  said: withError,
  address_unreachable: withError,
  refill_unclear: nothing,
} as const
