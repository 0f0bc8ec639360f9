import type { ConnectionTestWords } from '#contract/words/words.ts'

/** What a check finds, and what is to be done about it. */
export const connectionTest: ConnectionTestWords = {
  switched_off: {
    sentence: 'The account is switched off: nothing is sold or sent.',
    advice: 'Switch it on when the rest of this list is good.',
  },
  not_set_up: {
    sentence: 'No account of this gateway is entered.',
    advice: 'Enter the merchant id and the payment key.',
  },
  sending_stopped: {
    sentence: 'Sending is stopped: too many orders became unknown.',
    advice: 'Decide the orders in review, then switch the provider on again.',
  },
  reached: { sentence: ({ milliseconds }) => `It answers, after ${milliseconds} ms.` },
  address_refused: {
    sentence: ({ error }) => `It is not called: ${error}.`,
    advice:
      'If it lies in a network of your own, name that network in ALLOW_PRIVATE_ADDRESSES and start again. Else correct the address.',
  },
  not_reached: {
    sentence: ({ error }) => `It cannot be reached: ${error}.`,
    advice: 'Check the address, and that this machine may go out to it (firewall, DNS).',
  },
  redirected: {
    sentence: ({ http_status: status, location }) => `It answers HTTP ${status} and points to ${location}.`,
    advice: 'Enter that address instead: an order is never sent after a redirect.',
  },
  broken_down: {
    sentence: ({ http_status: status }) => `It answers HTTP ${status}: something there is broken.`,
    advice: 'Check again in some minutes. If it stays so, ask the provider.',
  },
  no_panel: {
    sentence: ({ http_status: status }) => `What answers there (HTTP ${status}) does not speak JSON.`,
    advice:
      'Check the address: a provider names it on its page "API", and it mostly ends in /api/v2. A page there that checks browsers has to let this server through.',
  },
  tls_good: {
    sentence: ({ days, protocol }) => `The certificate holds for ${days} more days (${protocol}).`,
  },
  tls_ends_soon: {
    sentence: ({ days }) => `The certificate ends in ${days} days; then nothing can be sent.`,
    advice: 'Tell whoever runs that server.',
  },
  tls_refused: {
    sentence: ({ error }) => `The connection is not safe: ${error}.`,
    advice: 'Nothing is sent over it. Check the address, and tell whoever runs that server.',
  },
  not_encrypted: {
    sentence: 'The address is http: the key and the orders can be read on the way.',
    advice: 'Enter the same address with https, unless it lies in a network of your own.',
  },
  key_good: { sentence: 'The key is accepted.' },
  key_for_tests: {
    sentence: 'The key is a test key: what is paid with it is no real money and goes to review.',
    advice: 'Enter the live key, unless this is meant as a trial.',
  },
  key_missing: {
    sentence: 'No key is entered.',
    advice: "Enter the key from the provider's page about its API.",
  },
  key_unreadable: {
    sentence: 'The stored key cannot be read: SECRET_KEY is another than when it was entered.',
    advice: 'Enter the key again, or start with the former one in SECRET_KEY_PREVIOUS.',
  },
  key_refused: {
    sentence: ({ error }) => `The key is refused: ${error}`,
    advice: 'Enter the key again, and check that the account there is active and may use the API.',
  },
  merchant_refused: {
    sentence: ({ error }) => `The merchant id or the payment key is refused: ${error}`,
    advice:
      'Enter both again as the merchant settings there show them; it is the payment key, not the one for payouts.',
  },
  our_address_refused: {
    sentence: ({ error }) => `This server's address is refused: ${error}`,
    advice: "Allow this server's address in the settings of the account there.",
  },
  key_by_get_only: {
    sentence: 'It reads the key from the address only, by GET.',
    advice:
      'No order is sent there: addresses end up in logs, and a GET may be made twice by anything on the way. Ask the provider for a POST.',
  },
  key_untold: {
    sentence: ({ error }) => `Whether the key is good cannot be told: ${error}`,
    advice: 'Check again in a minute. If it stays so, ask the provider.',
  },
  balance_read: {
    sentence: ({ balance, currency }) => `The balance there is ${balance} ${currency}`.trim() + '.',
  },
  balance_empty: {
    sentence: ({ balance, currency }) => `The balance there is ${balance} ${currency}`.trim() + '.',
    advice: 'Orders will wait there for funds. Add some, unless the provider bills later.',
  },
  balance_not_read: {
    sentence: ({ error }) => `The balance cannot be read: ${error}`,
    advice: 'Without it nobody sees funds run low. Ask the provider why.',
  },
  currency_same: { sentence: ({ currency }) => `It counts in ${currency}, as the account says.` },
  currency_other: {
    sentence: ({ currency, account_currency: own }) =>
      `Its balance is in ${currency}, and the account says ${own}: nothing is imported or sold.`,
    advice: ({ currency }) =>
      `Set the account's currency to ${currency} and say what one is worth in USD; the prices that came from it are shown before they change.`,
  },
  currency_untold: {
    sentence: ({ account_currency: own }) =>
      `It does not say what currency it counts in; the account says ${own}.`,
    advice: 'Compare one price there with what is imported.',
  },
  services_read: {
    sentence: ({ services }) => `${services} services are offered, and every one is understood.`,
  },
  services_in_part: {
    sentence: ({ services, unknown, types, unread }) =>
      [
        `${services} services are offered.`,
        unknown > 0 && `${unknown} of them are of types that are not known: ${types}.`,
        unread > 0 && `${unread} rows more cannot be read.`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    advice: 'Those are imported without being on sale, and an import says which rows it could not read.',
  },
  rates_low: {
    sentence: ({ median }) => `The median rate is $${median} per 1,000, which is unusually low.`,
    advice:
      'The panel may give rates for one piece. Compare one with its website, then set the rate unit to “Per 1”. Otherwise everything sells at a thousandth of its cost.',
  },
  rates_high: {
    sentence: ({ median }) => `The median rate is $${median} per 1,000, which is unusually high.`,
    advice: 'Check the currency, its value in USD, and whether the panel really gives rates for one piece.',
  },
  services_none: {
    sentence: 'It offers no services.',
    advice: 'Look there whether the account may order anything.',
  },
  services_not_read: {
    sentence: ({ error }) => `The list of services cannot be read: ${error}`,
    advice: 'Nothing can be imported. Check again later, then ask the provider.',
  },
  status_many: {
    sentence: ({ per_call: perCall }) => `It tells how up to ${perCall} orders stand in one call.`,
  },
  status_single: {
    sentence: 'It tells how one order stands in a call, and takes no lists.',
    advice: 'Orders are followed one by one. With many of them allow more calls a second, if it bears them.',
  },
  status_untold: {
    sentence: ({ error }) => `Whether it takes lists of orders cannot be told yet: ${error}`,
    advice: 'Check again when an order is under way there.',
  },
  status_not_read: {
    sentence: ({ error }) => `It does not tell how orders stand: ${error}`,
    advice: 'Orders there could not be followed. Ask the provider before you sell from it.',
  },
  clock_same: { sentence: 'Its clock and ours agree.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0 ? `Its clock is ${seconds} s ahead of ours.` : `Its clock is ${-seconds} s behind ours.`,
    advice: 'Check that the clock of this machine is set by NTP; times in the evidence are compared by it.',
  },
  clock_untold: { sentence: 'It does not say what time it has.' },
  pace_good: {
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `The slowest call took ${milliseconds} ms; it gets at most ${perSecond} calls a second, ${atOnce} at once.`,
  },
  pace_slow: {
    sentence: ({ milliseconds }) => `It is slow: a call took ${milliseconds} ms.`,
    advice: 'Orders may become unknown for lack of an answer. Allow it fewer calls at once.',
  },
  pace_refused: {
    sentence: ({ per_second: perSecond }) =>
      `It refused a call for coming too fast; it gets at most ${perSecond} a second.`,
    advice: 'Allow it fewer calls a second.',
  },
  answers_in: { sentence: ({ milliseconds }) => `The slowest call took ${milliseconds} ms.` },
  answers_slowly: {
    sentence: ({ milliseconds }) => `It is slow: a call took ${milliseconds} ms.`,
    advice: 'Customers wait that long for the page on which they pay.',
  },
  way_good: { sentence: ({ way, least, most }) => `${way} can be paid with, from ${least} to ${most}.` },
  way_missing: {
    sentence: ({ way }) => `${way} cannot be paid with, and every invoice asks for that.`,
    advice: 'Switch it on in the settings of the merchant there.',
  },
  ways_not_read: {
    sentence: ({ error }) => `The ways to pay cannot be read: ${error}`,
    advice: 'Check again later, then ask the gateway.',
  },
  webhook_good: { sentence: ({ address }) => `Payments are told to ${address}.` },
  webhook_unreachable: {
    sentence: ({ address }) => `The gateway cannot tell of payments to ${address}, so they are asked for.`,
    advice: 'Set PUBLIC_URL to the https address at which this site is seen from outside.',
  },
}
