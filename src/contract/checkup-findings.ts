import * as z from 'zod/mini'

// Long, because it is one table: every finding with what it carries, which is read as a whole and changed by the line.

/** How one thing stands: `bad` keeps orders from being sold or sent, `warning` may one day, `unknown` could not be told. */
export const checkupStates = ['good', 'warning', 'bad', 'unknown'] as const
export const checkupTopics = [
  'account',
  'address',
  'tls',
  'key',
  'balance',
  'currency',
  'services',
  'status',
  'ways',
  'webhook',
  'clock',
  'pace',
] as const

export type Carried = Record<string, string | number>
export type Say<Details> = string | ((details: Details) => string)

export type Finding = {
  topic: (typeof checkupTopics)[number]
  state: (typeof checkupStates)[number]
  details: z.ZodMiniType<Carried>
  sentence: Say<never>
  /** What to do; absent where there is nothing to be done. */
  advice?: Say<never> | undefined
}

function finding<Details extends Carried = Record<string, never>>(
  topic: Finding['topic'],
  state: Finding['state'],
  told: { details?: z.ZodMiniType<Details>; sentence: Say<Details>; advice?: Say<Details> },
) {
  const details = told.details ?? (z.strictObject({}) as unknown as z.ZodMiniType<Details>) // without details there are none
  return { topic, state, details, sentence: told.sentence, advice: told.advice }
}

const withError = z.strictObject({ error: z.string() })
const withStatus = z.strictObject({ http_status: z.int() })
const withLocation = z.strictObject({ http_status: z.int(), location: z.string() })
const withTime = z.strictObject({ milliseconds: z.int() })
const withCurrencies = z.strictObject({ currency: z.string(), account_currency: z.string() })

/** Everything that a check of a provider or a gateway can find: a code, what it carries, how it is said, what to do. */
export const findings = {
  switched_off: finding('account', 'warning', {
    sentence: 'The account is switched off: nothing is sold or sent.',
    advice: 'Switch it on when the rest of this list is good.',
  }),
  not_set_up: finding('account', 'bad', {
    sentence: 'No account of this gateway is entered.',
    advice: 'Enter the merchant id and the payment key.',
  }),
  sending_stopped: finding('account', 'bad', {
    sentence: 'Sending is stopped: too many orders became unknown.',
    advice: 'Decide the orders in review, then switch the provider on again.',
  }),
  reached: finding('address', 'good', {
    details: withTime,
    sentence: ({ milliseconds }) => `It answers, after ${milliseconds} ms.`,
  }),
  address_refused: finding('address', 'bad', {
    details: withError,
    sentence: ({ error }) => `It is not called: ${error}.`,
    advice:
      'If it lies in a network of your own, name that network in ALLOW_PRIVATE_ADDRESSES and start again. Else correct the address.',
  }),
  not_reached: finding('address', 'bad', {
    details: withError,
    sentence: ({ error }) => `It can not be reached: ${error}.`,
    advice: 'Check the address, and that this machine may go out to it (firewall, DNS).',
  }),
  redirected: finding('address', 'bad', {
    details: withLocation,
    sentence: ({ http_status: status, location }) => `It answers HTTP ${status} and points to ${location}.`,
    advice: 'Enter that address instead: an order is never sent after a redirect.',
  }),
  broken_down: finding('address', 'bad', {
    details: withStatus,
    sentence: ({ http_status: status }) => `It answers HTTP ${status}: something there is broken.`,
    advice: 'Check again in some minutes. If it stays so, ask the provider.',
  }),
  no_panel: finding('address', 'bad', {
    details: withStatus,
    sentence: ({ http_status: status }) => `What answers there (HTTP ${status}) does not speak JSON.`,
    advice:
      'Check the address: a provider names it on its page "API", and it mostly ends in /api/v2. A page there that checks browsers has to let this server through.',
  }),
  tls_good: finding('tls', 'good', {
    details: z.strictObject({ days: z.int(), protocol: z.string() }),
    sentence: ({ days, protocol }) => `The certificate holds for ${days} more days (${protocol}).`,
  }),
  tls_ends_soon: finding('tls', 'warning', {
    details: z.strictObject({ days: z.int(), protocol: z.string() }),
    sentence: ({ days }) => `The certificate ends in ${days} days; then nothing can be sent.`,
    advice: 'Tell whoever runs that server.',
  }),
  tls_refused: finding('tls', 'bad', {
    details: withError,
    sentence: ({ error }) => `The connection is not safe: ${error}.`,
    advice: 'Nothing is sent over it. Check the address, and tell whoever runs that server.',
  }),
  not_encrypted: finding('tls', 'warning', {
    sentence: 'The address is http: the key and the orders can be read on the way.',
    advice: 'Enter the same address with https, unless it lies in a network of your own.',
  }),
  key_good: finding('key', 'good', { sentence: 'The key is accepted.' }),
  key_missing: finding('key', 'bad', {
    sentence: 'No key is entered.',
    advice: "Enter the key from the provider's page about its API.",
  }),
  key_unreadable: finding('key', 'bad', {
    sentence: 'The stored key can not be read: SECRET_KEY is another than when it was entered.',
    advice: 'Enter the key again, or start with the former one in SECRET_KEY_PREVIOUS.',
  }),
  key_refused: finding('key', 'bad', {
    details: withError,
    sentence: ({ error }) => `The key is refused: ${error}`,
    advice: 'Enter the key again, and check that the account there is active and may use the API.',
  }),
  merchant_refused: finding('key', 'bad', {
    details: withError,
    sentence: ({ error }) => `The merchant id or the payment key is refused: ${error}`,
    advice:
      'Enter both again as the merchant settings there show them; it is the payment key, not the one for payouts.',
  }),
  our_address_refused: finding('key', 'bad', {
    details: withError,
    sentence: ({ error }) => `This server's address is refused: ${error}`,
    advice: "Allow this server's address in the settings of the account there.",
  }),
  key_by_get_only: finding('key', 'bad', {
    sentence: 'It reads the key from the address only, by GET.',
    advice:
      'No order is sent there: addresses end up in logs, and a GET may be made twice by anything on the way. Ask the provider for a POST.',
  }),
  key_untold: finding('key', 'unknown', {
    details: withError,
    sentence: ({ error }) => `Whether the key is good can not be told: ${error}`,
    advice: 'Check again in a minute. If it stays so, ask the provider.',
  }),
  balance_read: finding('balance', 'good', {
    details: z.strictObject({ balance: z.string(), currency: z.string() }),
    sentence: ({ balance, currency }) => `The balance there is ${balance} ${currency}`.trim() + '.',
  }),
  balance_empty: finding('balance', 'warning', {
    details: z.strictObject({ balance: z.string(), currency: z.string() }),
    sentence: ({ balance, currency }) => `The balance there is ${balance} ${currency}`.trim() + '.',
    advice: 'Orders will wait there for funds. Add some, unless the provider bills later.',
  }),
  balance_not_read: finding('balance', 'bad', {
    details: withError,
    sentence: ({ error }) => `The balance can not be read: ${error}`,
    advice: 'Without it nobody sees funds run low. Ask the provider why.',
  }),
  currency_same: finding('currency', 'good', {
    details: z.strictObject({ currency: z.string() }),
    sentence: ({ currency }) => `It counts in ${currency}, as the account says.`,
  }),
  currency_other: finding('currency', 'bad', {
    details: withCurrencies,
    sentence: ({ currency, account_currency: own }) =>
      `Its balance is in ${currency}, and the account says ${own}: nothing is imported or sold.`,
    advice: ({ currency }) =>
      `Set the account's currency to ${currency} and say what one is worth in USD; the prices that came from it are shown before they change.`,
  }),
  currency_untold: finding('currency', 'warning', {
    details: z.strictObject({ account_currency: z.string() }),
    sentence: ({ account_currency: own }) =>
      `It does not say what currency it counts in; the account says ${own}.`,
    advice: 'Compare one price there with what is imported.',
  }),
  services_read: finding('services', 'good', {
    details: z.strictObject({ services: z.int() }),
    sentence: ({ services }) => `${services} services are offered, and every one is understood.`,
  }),
  services_in_part: finding('services', 'warning', {
    details: z.strictObject({
      services: z.int(),
      unknown: z.int(),
      types: z.string(),
      unread: z.int(),
    }),
    sentence: ({ services, unknown, types, unread }) =>
      [
        `${services} services are offered.`,
        unknown > 0 && `${unknown} of them are of types that are not known: ${types}.`,
        unread > 0 && `${unread} rows more can not be read.`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    advice: 'Those are imported without being on sale, and an import says which rows it could not read.',
  }),
  services_none: finding('services', 'bad', {
    sentence: 'It offers no services.',
    advice: 'Look there whether the account may order anything.',
  }),
  services_not_read: finding('services', 'bad', {
    details: withError,
    sentence: ({ error }) => `The list of services can not be read: ${error}`,
    advice: 'Nothing can be imported. Check again later, then ask the provider.',
  }),
  status_many: finding('status', 'good', {
    details: z.strictObject({ per_call: z.int() }),
    sentence: ({ per_call: perCall }) => `It tells how up to ${perCall} orders stand in one call.`,
  }),
  status_single: finding('status', 'warning', {
    sentence: 'It tells how one order stands in a call, and takes no lists.',
    advice: 'Orders are followed one by one. With many of them allow more calls a second, if it bears them.',
  }),
  status_untold: finding('status', 'unknown', {
    details: withError,
    sentence: ({ error }) => `Whether it takes lists of orders can not be told yet: ${error}`,
    advice: 'Check again when an order is under way there.',
  }),
  status_not_read: finding('status', 'bad', {
    details: withError,
    sentence: ({ error }) => `It does not tell how orders stand: ${error}`,
    advice: 'Orders there could not be followed. Ask the provider before you sell from it.',
  }),
  clock_same: finding('clock', 'good', { sentence: 'Its clock and ours agree.' }),
  clock_off: finding('clock', 'warning', {
    details: z.strictObject({ seconds: z.int() }),
    sentence: ({ seconds }) =>
      seconds > 0 ? `Its clock is ${seconds} s ahead of ours.` : `Its clock is ${-seconds} s behind ours.`,
    advice: 'Check that the clock of this machine is set by NTP; times in the evidence are compared by it.',
  }),
  clock_untold: finding('clock', 'unknown', { sentence: 'It does not say what time it has.' }),
  pace_good: finding('pace', 'good', {
    details: z.strictObject({ milliseconds: z.int(), at_once: z.int(), per_second: z.int() }),
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `The slowest call took ${milliseconds} ms; it gets at most ${perSecond} calls a second, ${atOnce} at once.`,
  }),
  pace_slow: finding('pace', 'warning', {
    details: z.strictObject({ milliseconds: z.int(), at_once: z.int(), per_second: z.int() }),
    sentence: ({ milliseconds }) => `It is slow: a call took ${milliseconds} ms.`,
    advice: 'Orders may become unknown for lack of an answer. Allow it fewer calls at once.',
  }),
  pace_refused: finding('pace', 'warning', {
    details: z.strictObject({ at_once: z.int(), per_second: z.int() }),
    sentence: ({ per_second: perSecond }) =>
      `It refused a call for coming too fast; it gets at most ${perSecond} a second.`,
    advice: 'Allow it fewer calls a second.',
  }),
  answers_in: finding('pace', 'good', {
    details: withTime,
    sentence: ({ milliseconds }) => `The slowest call took ${milliseconds} ms.`,
  }),
  answers_slowly: finding('pace', 'warning', {
    details: withTime,
    sentence: ({ milliseconds }) => `It is slow: a call took ${milliseconds} ms.`,
    advice: 'Customers wait that long for the page on which they pay.',
  }),
  way_good: finding('ways', 'good', {
    details: z.strictObject({ way: z.string(), least: z.string(), most: z.string() }),
    sentence: ({ way, least, most }) => `${way} can be paid with, from ${least} to ${most}.`,
  }),
  way_missing: finding('ways', 'bad', {
    details: z.strictObject({ way: z.string() }),
    sentence: ({ way }) => `${way} can not be paid with, and every invoice asks for that.`,
    advice: 'Switch it on in the settings of the merchant there.',
  }),
  ways_not_read: finding('ways', 'bad', {
    details: withError,
    sentence: ({ error }) => `The ways to pay can not be read: ${error}`,
    advice: 'Check again later, then ask the gateway.',
  }),
  webhook_good: finding('webhook', 'good', {
    details: z.strictObject({ address: z.string() }),
    sentence: ({ address }) => `Payments are told to ${address}.`,
  }),
  webhook_unreachable: finding('webhook', 'warning', {
    details: z.strictObject({ address: z.string() }),
    sentence: ({ address }) => `The gateway can not tell of payments to ${address}, so they are asked for.`,
    advice: 'Set PUBLIC_URL to the https address at which this site is seen from outside.',
  }),
} satisfies Record<string, Finding>
