import { refuse } from '#sandbox/http/refusal.ts'

/** Deviations of real providers from the protocol (field notes 1). Off by default. */
export const QUIRKS = {
  wrap_services: '{"services":[…]} around the list',
  wrap_data: '{"data":[…]} around the list',
  string_ids: 'ids as strings',
  number_booleans: 'booleans as 0 and 1',
  text_booleans: 'booleans as "true" and "false"',
  slug_types: 'types as slugs: custom_comments',
  comma_rates: 'rates with a decimal comma: "0,90"',
  add_with_status: '{"status":"success","order":n} for an order that was taken',
  add_without_id: '{"status":"success"} for an order that was taken',
  add_in_data: '{"status":"success","data":{"order":n}} for an order that was taken',
  add_order_object: '{"order":{"id":n}} for an order that was taken',
  add_bare_id: '{"id":n} for an order that was taken',
  add_in_list: '[{"order":n}] for an order that was taken',
  faults_true_message: 'faults as {"error":true,"message":…}',
  faults_false_msg: 'faults as {"status":false,"msg":…}',
  faults_success_data: 'faults as {"success":false,"data":{"message":…}}',
  faults_code_msg: 'faults as {"code":400,"msg":…}',
  vietnamese_funds: 'no funds, in Vietnamese',
  turkish_funds: 'no funds, in Turkish',
  russian_funds: 'no funds, in Russian',
  portuguese_funds: 'no funds, in Portuguese',
  many_words_for_key: 'a wrong key refused as "API is Disable for this user or User Not Found! …"',
  unauthenticated: 'a wrong key refused as HTTP 401 {"message":"Unauthenticated."}',
  address_not_allowed: '"Your IP … is not allowed" to every call',
  key_by_get_only: 'the key is read from the address alone',
  redirects_to_www: 'a redirect to the same panel at https://www.…',
  text_errors: 'errors of single ids as plain strings',
  empty_array: '[] where an object would have no members',
  lowercase_statuses: 'statuses in lower case',
  spelled_cancelled: '"Cancelled" with two l',
  says_refunded: '"Refunded" for Canceled',
  says_partially_completed: '"Partially completed" for Partial',
  says_inprogress: '"inprogress" for In progress',
  says_processing: '"Processing" for In progress',
  says_other_words: 'Queue, Delivering, Done and Refunds for Pending, In progress, Completed and Canceled',
  number_statuses: 'statuses as numbers 0 to 5',
  unknown_statuses: 'a status that nobody has heard of',
  remains_unknown: 'remains: "Unknown"',
  remains_null: 'remains: null',
  remains_negative: 'remains below 0 where all was delivered',
  null_start_count: 'start_count: null',
  byte_order_mark: 'a byte order mark before the JSON',
  html_content_type: 'JSON that calls itself text/html',
  warning_before: "a warning of PHP's before the JSON",
  comment_after: 'a comment of HTML after the JSON',
  raw_deflate: 'packed as raw deflate, which nobody asked for',
  clock_ahead: 'its clock is an hour ahead',
  other_currency: 'the balance and charges in INR',
  cached_balance: 'the balance as it was when this was asked for',
  post_paid_balance: 'a balance of 0 that never moves: the bill comes later',
  unclear_cancel: '{"success":"…"} for a cancel that was asked for',
  cancel_words: '{"7":"Canceled"} for a cancel that was asked for',
  cancel_objects: '{"7":{"status":"Cancelled"}} for a cancel that was asked for',
  cancel_ok: '{"ok":"true"} for a cancel that was asked for',
  cancel_success: '{"status":"success"} for a cancel that was asked for',
  refill_with_status: '{"status":"success","refill_id":n} for a refill that was taken',
  refill_without_id: '{"success":true} for a refill that was taken',
  refill_in_progess: '"In progess", so spelled, for a refill under way',
  forgets_refills: 'refill_status knows no refill',
  single_status_only: 'status knows `order` alone, refill_status `refill`',
  single_calls_only: 'the same of refill and cancel too: no call takes a list',
  lists_leave_out: 'a list of statuses leaves out its last id',
  spoiled_by_one: 'an unknown id in a list is a fault of the whole call',
} as const

/** The deviations of one panel script, combined. */
const DIALECTS = {
  second_dialect: [
    'wrap_data',
    'string_ids',
    'text_booleans',
    'slug_types',
    'add_in_data',
    'faults_false_msg',
    'unauthenticated',
    'text_errors',
    'says_other_words',
    'cancel_success',
    'refill_with_status',
    'spoiled_by_one',
  ],
} as const satisfies Record<string, readonly Quirk[]>

export type Quirk = keyof typeof QUIRKS

export const KNOWN_QUIRKS: Readonly<Record<string, string>> = {
  ...QUIRKS,
  ...Object.fromEntries(Object.entries(DIALECTS).map(([name, quirks]) => [name, quirks.join(', ')])),
}

/** A dialect is a set of quirks. */
export function toQuirks(value: unknown): Set<Quirk> {
  if (!Array.isArray(value)) refuse(400, '`quirks` must be a list.')
  return new Set(value.flatMap(toQuirk))
}

function toQuirk(name: unknown): readonly Quirk[] {
  if (isNameIn(QUIRKS, name)) return [name]
  if (isNameIn(DIALECTS, name)) return DIALECTS[name]
  const known = Object.keys(KNOWN_QUIRKS).join(', ')
  return refuse(400, `There is no quirk ${JSON.stringify(name)}. There are: ${known}.`)
}

function isNameIn<Table extends object>(table: Table, name: unknown): name is keyof Table & string {
  return typeof name === 'string' && Object.hasOwn(table, name)
}
