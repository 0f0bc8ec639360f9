import type { ResellerAction, ResellerStatus } from '#contract/reseller/reseller-call.ts'
import type { TestOutcome } from '#contract/reseller/test-orders.ts'
import type {
  AdditionName,
  ChangeName,
  GuideMember,
  MemberName,
  RefusalName,
} from '#contract/site/reseller-guide.ts'

/** What /api-docs says of /api/v2. */
export const resellerGuide = {
  points: {
    title: 'Reseller API',
    lead: 'The protocol that panels, scripts and bots share: one address, with the action in a field. Everything that another panel sends works here.',
    actions: 'Actions',
    call: 'Calling it',
    callText:
      'Send a form, multipart or JSON body by POST, or the same fields in the query of a GET. Prefer POST: queries end up in the logs of proxies.',
    key: 'The key',
    keyText:
      'Create a key in Settings. Send it as the member `key`, or as the header `Authorization: Bearer YOUR_API_KEY`.',
    numbers: 'Numbers and lists',
    numbersText:
      'Ids are integers; amounts and counts are text with a point. You may send numbers as text, and lists with commas, as `orders[]` or as `orders[0]`, with up to 100 ids.',
    refusal: 'Refusals',
    refusalText:
      'A refusal has the HTTP status 200 and one member, `error`. Most are final. Lack of funds, a refill that isn’t available yet, a service that isn’t on sale and an unavailable provider may pass: repeat those calls later.',
    trouble: 'Limits and outages',
    troubleText:
      '429 (a limit) and 503 (maintenance, overload) have no body. Wait as many seconds as `Retry-After` says, then repeat the call. A key that reached its daily limit gets 429 until midnight UTC.',
    client: 'A client in TypeScript',
    clientText:
      'One file without dependencies, to copy into your project. It repeats calls after lost answers with the same idempotency key.',
    members: 'Members by service type',
    membersText:
      'The type is in the list of services. Members that a type doesn’t take are ignored. Several comments, user names, hashtags, groups or keywords go on a line each.',
    statuses: 'Statuses of an order',
    refusals: 'Every refusal',
    refusalsText:
      'A key with the setting “Errors in /api/v2: Codes” gets the code instead of the text for a new order. Keys without a choice follow this shop’s default.',
    test: 'Test key',
    testText:
      'Each customer can have one test key: it makes every call without money or providers. Its newest {max} orders are kept for {days} days, and their idempotency keys no longer than that. The last digit of an order’s quantity decides its result:',
    limits: 'Limits',
    limitsText:
      'Each customer has {points} points per minute, whichever keys are used. What each call costs (an unchanged list of services costs 1, and every 20 ids cost 1 more); refill and cancel cost 1, and for each order that they ask for:',
    additions: 'Beyond the protocol',
    changes: 'Changes',
    answer: 'Answer',
    required: 'Required',
  },
  actions: {
    services:
      'Everything on sale, at your own rates. Send the last `ETag` in `If-None-Match`: an unchanged list is answered with 304.',
    add: 'Places an order. Its members depend on the type of the service.',
    status: 'One order by `order`, up to 100 by `orders`.',
    refill: 'Requests a refill of a delivered order. While it is open, the same id is answered again.',
    refill_status:
      'One refill by `refill`, up to 100 by `refills`: Pending, In progress, Completed or Rejected.',
    cancel:
      'Requests the cancellation of up to 100 orders. 1 means requested: the order’s status shows the result.',
    balance: 'What you can spend.',
    orders:
      'Your newest orders, whichever key placed them: look here before you order again because an answer was lost. An order may still arrive after your time-out: ask again after a minute.',
  },
  members: {
    service: 'The number from the list of services',
    link: 'What the order is for; not for some types',
    quantity: 'How many; not for packages and lists of comments or user names',
    idempotency_key:
      'Yours, unique for each order; or the header `Idempotency-Key`. Reused with another body it is refused: `Incorrect request`',
    order: 'One order',
    orders: 'Several orders',
    refill: 'One refill',
    refills: 'Several refills',
    since: 'Only orders since then',
    limit: 'Maximum number of orders; 100 by default',
    own_link: 'Only orders for this link',
  },
  types: {
    time: 'Unix seconds or ISO 8601',
    integer: 'integer',
    text: 'text',
    ids: 'up to 100 ids, with commas',
    key: '1–255 visible ASCII characters',
  },
  statuses: {
    Pending: 'Accepted, not started yet',
    'In progress': 'Being delivered',
    Processing: 'Being delivered; clients should expect this word too',
    Completed: 'Delivered',
    Partial:
      'Partly refunded: price × `remains` ÷ quantity came back to your balance. For packages go by `charge`',
    Canceled: 'Refunded in full: `remains` is the quantity, `charge` is 0',
  },
  refusals: {
    key: 'The key is wrong, expired or not allowed to do this, or your address isn’t allowed',
    request: 'The action, a member or the number of ids isn’t right',
    service: 'No such service, or it isn’t on sale at the moment',
    order: 'You have no such order',
    link: 'The link is missing or doesn’t fit the service',
    funds: 'Your balance doesn’t cover the price',
    refill: 'You have no such refill',
    refillOver: 'This order can’t be refilled any more',
    refillNow: 'Not yet: the order isn’t delivered',
    cancel: 'This order can’t be canceled any more',
    later: 'In lists: ask about this order again later',
    min: 'N is the smallest quantity of the service',
    max: 'N is the largest quantity of the service',
  },
  testOutcomes: {
    completed: 'Completed after {ends} seconds',
    partial: 'Partial: half of it is refunded',
    canceled: 'Canceled: all of it is refunded',
    refused: '`add` is refused for lack of funds',
    slow: 'Completed after {slowEnds} seconds',
    endless: 'In progress, without an end',
    trouble: '`add` is answered with 503, and nothing is placed',
    lost: '`add` is answered with 503, and the order is placed: repeat it with its key, or look for it with `orders`',
    refunded_later: 'Completed, and half of it is refunded after {refunds} seconds',
  },
  additions: {
    test: 'Use a test key to try your program on this shop.',
    orders: '`orders` lists your newest orders, which no other panel does.',
    idempotency:
      'Send `Idempotency-Key` (a header) or `idempotency_key` (a member) with `add`, and repeat the call with the same key when an answer was lost: it is the same order for 30 days, never a second one. The answer to a repeated call has the header `Idempotent-Replayed`.',
    bearer: 'The key is also taken as the header `Authorization: Bearer YOUR_API_KEY`.',
    rates: '`services` shows the rates that you pay, with your discount and custom rates.',
    codes:
      'Each key can choose codes or texts for refused orders; without a choice it follows this shop’s default.',
    trouble:
      'Limits and outages have no body, so that no client takes them for the end of an order. A refund after completion is shown as Partial or Canceled.',
  },
  changes: {
    orders: '`orders` lists your newest orders.',
    limits: 'Calls are limited by what they cost.',
    test: 'Test keys, which make every call without money.',
    first:
      '`/api/v2` with `services`, `add`, `status`, `refill`, `refill_status`, `cancel` and `balance`. Idempotency keys for `add`.',
    keys: 'Several keys with scopes, allowed addresses, a daily limit and an expiry date.',
    codes: 'Refusals of new orders as codes, for keys that ask for them.',
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
