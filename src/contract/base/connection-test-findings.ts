import * as z from 'zod/mini'

import { nothing, sentFault } from './codes.ts'

/** `bad` prevents selling or sending orders, `warning` may do so later, `unknown` could not be determined. */
export const findingStates = ['good', 'warning', 'bad', 'unknown'] as const
export const findingTopics = [
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

export type Finding = {
  topic: (typeof findingTopics)[number]
  state: (typeof findingStates)[number]
  details: z.ZodMiniType
}

function finding<Details extends z.ZodMiniType = typeof nothing>(
  topic: Finding['topic'],
  state: Finding['state'],
  details?: Details,
) {
  return { topic, state, details: details ?? (nothing as unknown as Details) } // the default of the type parameter
}

const withFault = z.strictObject({ fault: sentFault })
const withStatus = z.strictObject({ http_status: z.int() })
const withLocation = z.strictObject({ http_status: z.int(), location: z.string() })
const withTime = z.strictObject({ milliseconds: z.int() })
const withCurrencies = z.strictObject({ currency: z.string(), account_currency: z.string() })

/** All findings of a connection test of a provider or gateway, with their details. The sentences are in `words/`. */
export const findings = {
  switched_off: finding('account', 'warning'),
  not_set_up: finding('account', 'bad'),
  sending_stopped: finding('account', 'bad'),
  reached: finding('address', 'good', withTime),
  address_refused: finding('address', 'bad', withFault),
  not_reached: finding('address', 'bad', withFault),
  redirected: finding('address', 'bad', withLocation),
  broken_down: finding('address', 'bad', withStatus),
  no_panel: finding('address', 'bad', withStatus),
  tls_good: finding('tls', 'good', z.strictObject({ days: z.int(), protocol: z.string() })),
  tls_ends_soon: finding('tls', 'warning', z.strictObject({ days: z.int(), protocol: z.string() })),
  tls_refused: finding('tls', 'bad', withFault),
  not_encrypted: finding('tls', 'warning'),
  key_good: finding('key', 'good'),
  key_for_tests: finding('key', 'bad'),
  key_missing: finding('key', 'bad'),
  key_unreadable: finding('key', 'bad'),
  key_refused: finding('key', 'bad', withFault),
  merchant_refused: finding('key', 'bad', withFault),
  our_address_refused: finding('key', 'bad', withFault),
  key_by_get_only: finding('key', 'bad'),
  key_untold: finding('key', 'unknown', withFault),
  balance_read: finding('balance', 'good', z.strictObject({ balance: z.string(), currency: z.string() })),
  balance_empty: finding('balance', 'warning', z.strictObject({ balance: z.string(), currency: z.string() })),
  balance_not_read: finding('balance', 'bad', withFault),
  currency_same: finding('currency', 'good', z.strictObject({ currency: z.string() })),
  currency_other: finding('currency', 'bad', withCurrencies),
  currency_untold: finding('currency', 'warning', z.strictObject({ account_currency: z.string() })),
  services_read: finding('services', 'good', z.strictObject({ services: z.int() })),
  services_in_part: finding(
    'services',
    'warning',
    z.strictObject({
      services: z.int(),
      unknown: z.int(),
      types: z.string(),
      unread: z.int(),
    }),
  ),
  /** The median in USD per 1,000. */
  rates_low: finding('services', 'warning', z.strictObject({ median: z.string() })),
  rates_high: finding('services', 'warning', z.strictObject({ median: z.string() })),
  services_none: finding('services', 'bad'),
  services_not_read: finding('services', 'bad', withFault),
  status_many: finding('status', 'good', z.strictObject({ per_call: z.int() })),
  status_single: finding('status', 'warning'),
  status_untold: finding('status', 'unknown', withFault),
  status_not_read: finding('status', 'bad', withFault),
  clock_same: finding('clock', 'good'),
  clock_off: finding('clock', 'warning', z.strictObject({ seconds: z.int() })),
  clock_untold: finding('clock', 'unknown'),
  pace_good: finding(
    'pace',
    'good',
    z.strictObject({ milliseconds: z.int(), at_once: z.int(), per_second: z.int() }),
  ),
  pace_slow: finding(
    'pace',
    'warning',
    z.strictObject({ milliseconds: z.int(), at_once: z.int(), per_second: z.int() }),
  ),
  pace_refused: finding('pace', 'warning', z.strictObject({ at_once: z.int(), per_second: z.int() })),
  answers_in: finding('pace', 'good', withTime),
  answers_slowly: finding('pace', 'warning', withTime),
  way_good: finding('ways', 'good', z.strictObject({ way: z.string(), least: z.string(), most: z.string() })),
  way_missing: finding('ways', 'bad', z.strictObject({ way: z.string() })),
  ways_not_read: finding('ways', 'bad', withFault),
  webhook_good: finding('webhook', 'good', z.strictObject({ address: z.string() })),
  webhook_unreachable: finding('webhook', 'warning', z.strictObject({ address: z.string() })),
} satisfies Record<string, Finding>
