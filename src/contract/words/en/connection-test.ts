import type { ConnectionTestWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

/** What a connection test finds, and what to do about it. */
export const connectionTest: ConnectionTestWords = {
  switched_off: {
    sentence: 'The account is off: nothing is sold or sent.',
    advice: 'Turn it on once the other checks pass.',
  },
  not_set_up: {
    sentence: 'No account set up for this gateway.',
    advice: 'Enter the merchant ID and payment key.',
  },
  sending_stopped: {
    sentence: 'Sending has stopped: too many orders are unconfirmed.',
    advice: 'Resolve the orders in review, then resume the provider.',
  },
  reached: { sentence: ({ milliseconds }) => `Responds in ${milliseconds} ms.` },
  address_refused: {
    sentence: ({ fault }) => `It can't be called: ${quote(fault)}.`,
    advice:
      "If it's in your own network, add that network to ALLOW_PRIVATE_ADDRESSES and restart. Otherwise correct the address.",
  },
  not_reached: {
    sentence: ({ fault }) => `It can't be reached: ${quote(fault)}.`,
    advice: 'Check the address, and whether this machine can reach it (firewall, DNS).',
  },
  redirected: {
    sentence: ({ http_status: status, location }) =>
      `Responds with HTTP ${status} and redirects to ${location}.`,
    advice: 'Enter that address instead: orders never follow a redirect.',
  },
  broken_down: {
    sentence: ({ http_status: status }) => `Responds with HTTP ${status}: the provider has a problem.`,
    advice: 'Test again in a few minutes. If the problem persists, contact the provider.',
  },
  no_panel: {
    sentence: ({ http_status: status }) => `The response (HTTP ${status}) isn't JSON.`,
    advice:
      "Check the address: you'll find it on the provider's API page, and it usually ends in /api/v2. If the site has bot protection, it must allow this server.",
  },
  tls_good: {
    sentence: ({ days, protocol }) =>
      `The certificate is valid for ${days === 1 ? '1 more day' : `${days} more days`} (${protocol}).`,
  },
  tls_ends_soon: {
    sentence: ({ days }) =>
      `The certificate expires in ${days === 1 ? '1 day' : `${days} days`}. After that, nothing can be sent.`,
    advice: "Contact the server's operator.",
  },
  tls_refused: {
    sentence: ({ fault }) => `The connection isn't secure: ${quote(fault)}.`,
    advice: "Nothing is sent. Check the address, and contact the server's operator.",
  },
  not_encrypted: {
    sentence: "The address uses http: your key and orders aren't encrypted.",
    advice: 'Use https, unless the server is in your own network.',
  },
  key_good: { sentence: 'The key is accepted.' },
  key_for_tests: {
    sentence: "This is a test key: payments made with it aren't real and go to review.",
    advice: "Enter the live key, unless you're testing.",
  },
  key_missing: {
    sentence: 'No key entered.',
    advice: "Enter the key from the provider's API page.",
  },
  key_unreadable: {
    sentence: "The stored key can't be read: SECRET_KEY has changed since it was entered.",
    advice: 'Enter the key again, or restart with the old SECRET_KEY in SECRET_KEY_PREVIOUS.',
  },
  key_refused: {
    sentence: ({ fault }) => `The key was rejected: ${quote(fault)}`,
    advice: 'Enter the key again, and check that your account there is active and has API access.',
  },
  merchant_refused: {
    sentence: ({ fault }) => `The merchant ID or payment key was rejected: ${quote(fault)}`,
    advice: "Enter both again from the gateway's merchant settings. Use the payment key, not the payout key.",
  },
  our_address_refused: {
    sentence: ({ fault }) => `This server's IP address was rejected: ${quote(fault)}`,
    advice: "Allow this server's IP address in your account settings there.",
  },
  key_by_get_only: {
    sentence: 'It only accepts the key in the address, by GET.',
    advice:
      'No orders are sent: addresses end up in logs, and a GET can be repeated on the way. Ask the provider to support POST.',
  },
  key_untold: {
    sentence: ({ fault }) => `Couldn't verify the key: ${quote(fault)}`,
    advice: 'Test again in a minute. If the problem persists, contact the provider.',
  },
  balance_read: {
    sentence: ({ balance, currency }) => `Your balance is ${balance} ${currency}`.trim() + '.',
  },
  balance_empty: {
    sentence: ({ balance, currency }) => `Your balance is ${balance} ${currency}`.trim() + '.',
    advice: 'Orders will wait for funds. Top up, unless the provider bills later.',
  },
  balance_not_read: {
    sentence: ({ fault }) => `Couldn't read the balance: ${quote(fault)}`,
    advice: "Without it, you won't be warned about low funds. Contact the provider.",
  },
  currency_same: { sentence: ({ currency }) => `The currency is ${currency}, as set in the account.` },
  currency_other: {
    sentence: ({ currency, account_currency: own }) =>
      `Its balance is in ${currency}, but the account is set to ${own}: nothing is imported or sold.`,
    advice: ({ currency }) =>
      `Set the account's currency to ${currency} and enter its value in USD. You'll see how prices change before anything is saved.`,
  },
  currency_untold: {
    sentence: ({ account_currency: own }) => `It doesn't report its currency. The account is set to ${own}.`,
    advice: 'Compare one of its prices with the imported one.',
  },
  services_read: {
    sentence: ({ services }) =>
      `${services === 1 ? '1 service' : `${services} services`} offered, all of known types.`,
  },
  services_in_part: {
    sentence: ({ services, unknown, types, unread }) =>
      [
        `${services} services offered.`,
        unknown > 0 && `${unknown} of them have unknown types: ${types}.`,
        unread > 0 && `${unread} more rows can't be read.`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    advice:
      "Services of unknown types are imported but not sold. The import lists the rows it couldn't read.",
  },
  rates_low: {
    sentence: ({ median }) => `The median rate is $${median} per 1,000, which is unusually low.`,
    advice:
      "The panel's rates may be per unit. Compare one with its website, then set the rate unit to “Per 1”. Otherwise everything sells at a thousandth of its cost.",
  },
  rates_high: {
    sentence: ({ median }) => `The median rate is $${median} per 1,000, which is unusually high.`,
    advice: "Check the currency, its value in USD, and whether the panel's rates are really per unit.",
  },
  services_none: {
    sentence: 'It offers no services.',
    advice: 'Check with the provider whether your account can order.',
  },
  services_not_read: {
    sentence: ({ fault }) => `Couldn't read the list of services: ${quote(fault)}`,
    advice: 'Nothing can be imported. Test again later, then contact the provider.',
  },
  status_many: {
    sentence: ({ per_call: perCall }) => `It reports the status of up to ${perCall} orders per call.`,
  },
  status_single: {
    sentence: "It reports one order per call and doesn't accept lists.",
    advice:
      'Orders are polled one by one. If you have many, allow more calls per second if the provider permits it.',
  },
  status_untold: {
    sentence: ({ fault }) => `It isn't known yet whether it accepts lists of orders: ${quote(fault)}`,
    advice: 'Test again when an order is in progress.',
  },
  status_not_read: {
    sentence: ({ fault }) => `It doesn't report order status: ${quote(fault)}`,
    advice: "Orders can't be tracked. Contact the provider before you sell its services.",
  },
  clock_same: { sentence: 'Its clock matches ours.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0 ? `Its clock is ${seconds} s ahead of ours.` : `Its clock is ${-seconds} s behind ours.`,
    advice: "Check that this machine's clock is set by NTP. It's used to compare times in the evidence.",
  },
  clock_untold: { sentence: "It doesn't report its time." },
  pace_good: {
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `The slowest call took ${milliseconds} ms. Limit: ${perSecond} calls per second, ${atOnce} concurrent.`,
  },
  pace_slow: {
    sentence: ({ milliseconds }) => `Slow: a call took ${milliseconds} ms.`,
    advice: 'Orders may become unconfirmed without a response. Allow fewer concurrent calls.',
  },
  pace_refused: {
    sentence: ({ per_second: perSecond }) =>
      `It rejected a call as too frequent. Limit: ${perSecond} per second.`,
    advice: 'Allow fewer calls per second.',
  },
  answers_in: { sentence: ({ milliseconds }) => `The slowest call took ${milliseconds} ms.` },
  answers_slowly: {
    sentence: ({ milliseconds }) => `Slow: a call took ${milliseconds} ms.`,
    advice: 'Customers wait that long for the payment page.',
  },
  way_good: { sentence: ({ way, least, most }) => `${way} is available, from ${least} to ${most}.` },
  way_missing: {
    sentence: ({ way }) => `${way} isn't available, but every invoice requires it.`,
    advice: "Turn it on in the gateway's merchant settings.",
  },
  ways_not_read: {
    sentence: ({ fault }) => `Couldn't read the payment methods: ${quote(fault)}`,
    advice: 'Test again later, then contact the gateway.',
  },
  webhook_good: { sentence: ({ address }) => `Payments are reported to ${address}.` },
  webhook_unreachable: {
    sentence: ({ address }) => `The gateway can't reach ${address}, so payments are polled instead.`,
    advice: "Set PUBLIC_URL to this site's public https address.",
  },
}
