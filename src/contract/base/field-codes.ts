import * as z from 'zod/mini'

import { type CarriedBy, nothing } from './codes.ts'
import { moneyCodec } from './money-codec.ts'
import { fieldMeanings } from './field-meanings.ts'

const upTo = z.object({ max: z.int() })
const from = z.object({ min: z.int() })

/**
 * Why a field is refused, with details. In the contract's schemas a check's message is one of these codes, by `says`;
 * otherwise the code is derived from the kind of zod issue. The sentences are in `words/`.
 */
export const fieldCodes = {
  // Any field
  unknown_field: nothing,
  required: nothing,
  wrong_type: nothing,
  too_large: nothing,
  too_small: nothing,
  too_long: upTo,
  not_valid: nothing,
  control_characters: nothing,
  number_required: nothing,
  decimal_invalid: nothing,
  above_zero: nothing,
  at_least: from,
  at_most: upTo,
  decimals_many: upTo,
  reason_required: nothing,
  text_required: nothing,
  // Accounts
  credentials_required: nothing,
  name_required: nothing,
  email_required: nothing,
  email_invalid: nothing,
  email_characters: nothing,
  password_short: from,
  password_easy: nothing,
  scope_required: nothing,
  scope_alone: nothing,
  expiry_past: nothing,
  current_password_required: nothing,
  current_password_wrong: nothing,
  /** Letters, digits and `_ . -`. */
  username_invalid: nothing,
  two_factor_code_required: nothing,
  two_factor_code_wrong: nothing,
  /** Staff must have it themselves before requiring it of all staff. */
  two_factor_first: nothing,
  terms_required: nothing,
  setup_link_invalid: nothing,
  reset_token_required: nothing,
  // Money
  amount_required: nothing,
  amount_decimals: upTo,
  amount_range: z.object({ min: moneyCodec, max: moneyCodec }),
  amount_unknown: nothing,
  payment_method_required: nothing,
  deposit_bounds: nothing,
  steps_equal: nothing,
  balance_low: nothing,
  expected_balance_required: nothing,
  permissions_of_staff: nothing,
  refund_limit_of_staff: nothing,
  // Orders
  service_required: nothing,
  service_unknown: nothing,
  link_required: nothing,
  quantity_range: z.object({ min: z.int(), max: z.int() }),
  /** Packages are ordered once. */
  quantity_one: nothing,
  /** The quantity is the number of comments or user names, and another was sent. */
  quantity_counted: z.object({ count: z.int() }),
  field_not_taken: nothing,
  detail_required: z.object({ detail: z.enum(fieldMeanings) }),
  /** The service needs more fields than fit in a line of a mass order. */
  more_than_a_line: z.object({ detail: z.enum(fieldMeanings) }),
  text_long: nothing,
  status_unknown: nothing,
  orders_required: nothing,
  orders_many: upTo,
  lines_required: nothing,
  lines_many: upTo,
  provider_order_required: nothing,
  provider_service_required: nothing,
  time_unknown: nothing,
  // Catalogue and import
  service_incomplete: nothing,
  rate_invalid: nothing,
  type_not_sold: z.object({ type: z.string() }),
  services_required: nothing,
  services_many: upTo,
  provider_required: nothing,
  markup_low: nothing,
  markup_high: nothing,
  markup_decimals: upTo,
  // Providers
  slug_invalid: nothing,
  address_invalid: nothing,
  link_address_invalid: nothing,
  tag_id_invalid: nothing,
  address_long: nothing,
  key_required: nothing,
  key_long: nothing,
  key_again: nothing,
  mail_password_again: nothing,
  network_invalid: nothing,
  gateway_key_again: nothing,
  storage_key_again: nothing,
  folder_invalid: nothing,
  files_many: upTo,
  proof_missing: nothing,
  file_name_invalid: nothing,
  title_required: nothing,
  title_taken: nothing,
  staff_unfit: nothing,
  way_required: nothing,
  subject_required: nothing,
  message_required: nothing,
  category_required: nothing,
  category_unknown: nothing,
  order_unknown: nothing,
  unit_worth_required: nothing,
  currency_invalid: nothing,
  // Settings
  colour_invalid: nothing,
  /** Text in this colour or on it would have too little contrast. */
  colour_unreadable: z.object({ contrast: z.number(), min: z.number() }),
} as const

export type FieldCode = keyof typeof fieldCodes

/** Why one field is refused. */
export type FieldRefusal = {
  [Code in FieldCode]: { code: Code } & CarriedBy<(typeof fieldCodes)[Code]>
}[FieldCode]

export type FieldRefusals = Record<string, FieldRefusal>

/** As sent: the code and its details in one object. */
export function encodeRefusal(refusal: FieldRefusal): Record<string, unknown> {
  const schema: z.ZodMiniType = fieldCodes[refusal.code]
  return { code: refusal.code, ...(z.encode(schema, refusal) as object) } // an object by the table
}

/** Undefined if the code or the shape of its details is unknown. */
export function decodeRefusal(sent: unknown): FieldRefusal | undefined {
  const code = typeof sent === 'object' && sent !== null && 'code' in sent ? sent.code : undefined
  if (!isFieldCode(code)) return undefined
  const schema: z.ZodMiniType = fieldCodes[code]
  const read = z.safeDecode(schema, sent)
  return read.success ? ({ code, ...(read.data as object) } as FieldRefusal) : undefined // decoded by the code's own schema
}

type Issue = z.core.$ZodIssue

const NAME_MAX = 60
const UNKNOWN_MAX = 20

/** The first refusal of each field. A body that is not an object is the field `body`. */
export function toFieldRefusals(issues: readonly Issue[]): FieldRefusals {
  // A Map, since a client may send a field named `toString`.
  const fields = new Map<string, FieldRefusals[string]>()
  const refuse = (name: string, refusal: FieldRefusals[string]) => {
    if (!fields.has(name)) fields.set(name, refusal)
  }
  for (const issue of issues.flatMap(expandUnion)) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, UNKNOWN_MAX))
        refuse(key.slice(0, NAME_MAX), { code: 'unknown_field' })
    else refuse(issue.path.join('.') || 'body', toRefusal(issue))
  }
  return Object.fromEntries(fields)
}

/** For a union: the issues of the alternative that was sent. */
function expandUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find((own) => own.every(({ code, path }) => !isOtherForm(code, path)))
  return meant === undefined
    ? [issue]
    : meant.map((own) => ({ ...own, path: [...issue.path, ...own.path] })).flatMap(expandUnion)
}

function isOtherForm(code: string, path: readonly unknown[]): boolean {
  return code === 'invalid_type' && path.length === 0
}

function toRefusal(issue: Issue): FieldRefusal {
  const code = isNotNumber(issue)
    ? 'number_required'
    : isFieldCode(issue.message)
      ? issue.message
      : kindOf(issue)
  // If the check lacks details of its code, the schema has a bug; the field is refused anyway.
  return decodeRefusal({ ...boundsOf(issue), code }) ?? { code: 'not_valid' }
}

/** A value of another type where a number is required has its own code: `"24"` is not 24. */
function isNotNumber(issue: Issue): boolean {
  if (issue.code !== 'invalid_type' || (issue.expected !== 'number' && issue.expected !== 'int')) return false
  return issue.input !== undefined && issue.input !== null && typeof issue.input !== 'number'
}

function kindOf(issue: Issue): FieldCode {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'wrong_type'
  if (issue.code === 'invalid_union' && issue.input === undefined) return 'required'
  if (issue.code === 'too_big') return 'too_large'
  return issue.code === 'too_small' ? 'too_small' : 'not_valid'
}

function boundsOf(issue: Issue): Record<string, unknown> {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) }
  if (issue.code === 'too_small') return { min: Number(issue.minimum) }
  return issue.code === 'custom' ? (issue.params ?? {}) : {}
}

function isFieldCode(code: unknown): code is FieldCode {
  return typeof code === 'string' && Object.hasOwn(fieldCodes, code)
}
