import type { ResellerAction, ResellerStatus } from '#contract/reseller/reseller-call.ts'
import type { TestOutcome } from '#contract/reseller/test-orders.ts'
import type {
  AdditionName,
  ChangeName,
  GuideMember,
  MemberName,
  RefusalName,
} from '#contract/site/reseller-guide.ts'

/** The texts of /api-docs about /api/v2. */
export const resellerGuide = {
  points: {
    title: 'Reseller API',
    lead: 'The protocol that panels, scripts and bots share: one address, with the action in a field. Requests written for other panels work here.',
    actions: 'Actions',
    call: 'Making a call',
    callText:
      'Send a form, multipart or JSON body by POST, or the same fields in the query of a GET. Prefer POST: queries end up in proxy logs.',
    key: 'API key',
    keyText:
      'Create a key in Settings. Send it in the field `key`, or in the header `Authorization: Bearer YOUR_API_KEY`.',
    numbers: 'Numbers and lists',
    numbersText:
      'IDs are integers; amounts and counts are strings with a decimal point. You can send numbers as strings, and lists of up to 100 IDs separated by commas, as `orders[]` or as `orders[0]`.',
    refusal: 'Errors',
    refusalText:
      "An error has the HTTP status 200 and one field, `error`. Most are final. Repeat the call later if your balance is too low, a refill isn't available yet, or a service or provider is unavailable.",
    trouble: 'Limits and outages',
    troubleText:
      '429 (rate limit) and 503 (maintenance, overload) have no body. Wait the number of seconds in `Retry-After`, then repeat the call. A key that has reached its daily limit gets 429 until midnight UTC.',
    client: 'TypeScript client',
    clientText:
      'One file without dependencies to copy into your project. It retries calls whose response was lost, with the same idempotency key.',
    members: 'Fields by service type',
    membersText:
      "The list of services gives each type. Fields that a type doesn't use are ignored. Put each comment, username, hashtag, group or keyword on its own line.",
    statuses: 'Order statuses',
    refusals: 'All errors',
    refusalsText:
      "Keys with the setting “Errors in /api/v2: Codes” get codes instead of text for new orders. Other keys follow this shop's default.",
    test: 'Test key',
    testText:
      "Each customer can have one test key. It makes every call without money or providers. Its newest {max} orders and their idempotency keys are kept for {days} days. The last digit of an order's quantity determines its result:",
    limits: 'Limits',
    limitsText:
      'Each customer has {points} points per minute for all keys together. An unchanged list of services costs 1, and every 20 IDs cost 1 more. Refill and cancel cost 1, plus the points below for each order:',
    additions: 'Beyond the protocol',
    changes: 'Changes',
    answer: 'Response',
    required: 'Required',
  },
  actions: {
    services:
      "All available services at your rates. Send the last `ETag` in `If-None-Match`: if the list hasn't changed, you get 304.",
    add: 'Places an order. The fields depend on the service type.',
    status: 'One order with `order`, or up to 100 with `orders`.',
    refill:
      'Requests a refill of a delivered order. While the refill is open, repeated calls return the same ID.',
    refill_status:
      'One refill with `refill`, or up to 100 with `refills`: Pending, In progress, Completed or Rejected.',
    cancel:
      "Requests the cancellation of up to 100 orders. 1 means requested: the order's status shows the result.",
    balance: 'Your available balance.',
    orders:
      'Your newest orders, whichever key placed them. Check here before you order again after a lost response. An order can still arrive after your timeout, so check again after a minute.',
  },
  members: {
    service: 'The number from the list of services',
    link: "What the order is for; some types don't use it",
    quantity: 'How many; not for packages or lists of comments or usernames',
    idempotency_key:
      'Your own key, unique for each order; or the header `Idempotency-Key`. Reused with a different body, it returns `Incorrect request`',
    order: 'One order',
    orders: 'Several orders',
    refill: 'One refill',
    refills: 'Several refills',
    since: 'Only orders since this time',
    limit: 'Maximum number of orders; 100 by default',
    own_link: 'Only orders for this link',
  },
  types: {
    time: 'Unix seconds or ISO 8601',
    integer: 'integer',
    text: 'string',
    ids: 'up to 100 IDs, separated by commas',
    key: '1–255 visible ASCII characters',
  },
  statuses: {
    Pending: 'Accepted, not started yet',
    'In progress': 'Being delivered',
    Processing: 'Being delivered; clients should accept this status too',
    Completed: 'Delivered',
    Partial:
      'Partly refunded: price × `remains` ÷ quantity was returned to your balance. For packages, use `charge`',
    Canceled: 'Fully refunded: `remains` is the quantity, `charge` is 0',
  },
  refusals: {
    key: "The key is wrong, expired or not allowed to do this, or your address isn't allowed",
    request: 'The action, a field or the number of IDs is wrong',
    service: "No such service, or it's currently unavailable",
    order: "This order isn't in your account",
    link: "The link is missing or doesn't fit the service",
    funds: "Your balance doesn't cover the price",
    refill: "This refill isn't in your account",
    refillOver: 'This order can no longer be refilled',
    refillNow: "Not yet: the order isn't delivered",
    cancel: 'This order can no longer be canceled',
    later: 'In lists: check this order again later',
    min: "N is the service's minimum quantity",
    max: "N is the service's maximum quantity",
  },
  testOutcomes: {
    completed: 'Completed after {ends} seconds',
    partial: 'Partial: half is refunded',
    canceled: 'Canceled: fully refunded',
    refused: '`add` fails because the balance is too low',
    slow: 'Completed after {slowEnds} seconds',
    endless: 'Stays in progress',
    trouble: '`add` returns 503 and no order is placed',
    lost: '`add` returns 503 but the order is placed: repeat it with its key, or find it with `orders`',
    refunded_later: 'Completed, then half is refunded after {refunds} seconds',
  },
  additions: {
    test: 'Use a test key to try your app with this shop.',
    orders: '`orders` lists your newest orders. No other panel has this.',
    idempotency:
      'Send `Idempotency-Key` (a header) or `idempotency_key` (a field) with `add`. If a response is lost, repeat the call with the same key: for 30 days you get the same order, never a second one. The response to a repeated call has the header `Idempotent-Replayed`.',
    bearer: 'The key is also accepted in the header `Authorization: Bearer YOUR_API_KEY`.',
    rates: '`services` shows the rates you pay, including your discount and custom rates.',
    codes: "Each key can get codes or text for rejected orders. By default, it follows this shop's setting.",
    trouble:
      'Rate limits and outages have no body, so no client mistakes them for a failed order. A refund after completion is shown as Partial or Canceled.',
  },
  changes: {
    orders: '`orders` lists your newest orders.',
    limits: 'Each call costs points, and points are limited.',
    test: 'Test keys, for every call without money.',
    first:
      '`/api/v2` with `services`, `add`, `status`, `refill`, `refill_status`, `cancel` and `balance`. Idempotency keys for `add`.',
    keys: 'Multiple keys with scopes, allowed addresses, a daily limit and an expiry date.',
    codes: 'Error codes for rejected orders, for keys set to use them.',
  },
} satisfies {
  points: Record<string, string>
  actions: Record<ResellerAction, string>
  members: Record<MemberName, string>
  types: Record<GuideMember['type'], string>
  statuses: Record<ResellerStatus['status'], string>
  refusals: Record<RefusalName, string>
  testOutcomes: Record<TestOutcome, string>
  additions: Record<AdditionName, string>
  changes: Record<ChangeName, string>
}

export type ResellerGuideWords = typeof resellerGuide
