import { formatIn } from '#contract/base/format.ts'
import { formatExact, formatMoney, money } from '#contract/base/money.ts'
import type { GuardedSetting, SyncProblem } from '#contract/messaging/notification-codes.ts'
import type { NotificationWords } from '#contract/words/words.ts'

import { sayOrder } from './sold-things.ts'

const { number } = formatIn('en')

const doubts: Readonly<Record<SyncProblem, string>> = {
  not_read: "it couldn't be read",
  empty: 'it is empty',
  half_missing: 'half of its services are missing',
  currency: 'its currency is different',
  prices: 'most prices are several times higher than before',
}

type ChangeCounts = { prices: number; limits: number; off: number; back: number }

function sayCounts({ prices, limits, off, back }: ChangeCounts): string {
  return [
    prices > 0 && `${prices} with a new price`,
    limits > 0 && `${limits} with new limits`,
    off > 0 && `${off} unavailable`,
    back > 0 && `${back} available again`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const refusals = {
  funds: 'our balance there is too low',
  key: 'the API key was rejected',
  address: "our IP address isn't allowed",
} as const
const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'mail server',
  gateways: 'payment gateways',
  bonuses: 'deposit bonuses',
  visitor_tags: 'analytics and chat',
  backups: 'backups',
  payment_methods: 'payment methods',
}

export const notifications: NotificationWords = {
  order_completed: (order) =>
    sayOrder(order, {
      before: `Order #${order.order_id} is completed`,
      say: (sold) => `${sold} delivered`,
    }),
  order_failed: (order) =>
    sayOrder(order, {
      before: `Order #${order.order_id} failed and was refunded`,
      say: (sold) => `${sold} not delivered, refunded`,
    }),
  order_partial: ({ delivered, ...order }) =>
    sayOrder(order, {
      before: `Order #${order.order_id} was partly delivered; the rest was refunded`,
      say: (sold) =>
        delivered === undefined
          ? `${sold} partly delivered, the rest refunded`
          : `${number(delivered)} of ${sold} delivered, the rest refunded`,
    }),
  order_canceled: (order) =>
    sayOrder(order, {
      before: `Order #${order.order_id} was canceled and refunded`,
      say: (sold) => `${sold} canceled and refunded`,
    }),
  order_canceled_in_part: ({ delivered, ...order }) =>
    sayOrder(order, {
      before: `Order #${order.order_id} was canceled; the undelivered part was refunded`,
      say: (sold) =>
        delivered === undefined
          ? `${sold} canceled, the undelivered part refunded`
          : `${sold} canceled after ${number(delivered)} were delivered, the rest refunded`,
    }),
  order_refunded: (order) =>
    sayOrder(order, {
      before: `Order #${order.order_id} was refunded`,
      say: (sold) => `${sold} refunded`,
    }),
  order_refunded_in_part: ({ amount, ...order }) =>
    sayOrder(order, {
      before: `$${formatMoney(amount)} of order #${order.order_id} was refunded`,
      say: (sold) => `$${formatMoney(amount)} refunded for ${sold}`,
    }),
  payment_received: ({ amount, bonus }) => {
    const extra = bonus > 0n ? ` A bonus of $${formatMoney(bonus)} was added.` : ''
    return `Your payment of $${formatMoney(amount)} was received.${extra}`
  },
  payment_refused: ({ amount }) =>
    `Your payment of $${formatMoney(amount)} couldn't be credited. Please contact support.`,
  transfer_refused: ({ amount, reason }) =>
    `Your payment of $${formatMoney(amount)} wasn't credited: ${reason}`,
  payment_over: ({ credited, arrived }) =>
    `We received $${formatMoney(arrived)} and credited $${formatMoney(credited)}. We're reviewing the other $${formatMoney(money(arrived - credited))}.`,
  payment_short: ({ amount, arrived }) =>
    arrived === undefined
      ? `We received less than your $${formatMoney(amount)} payment. We're reviewing it.`
      : `We received $${formatMoney(arrived)} of your $${formatMoney(amount)} payment. We're reviewing it.`,
  deposit_short: ({ deposit, amount, arrived }) =>
    `Deposit #${deposit} needs review: ${arrived === undefined ? `less than its invoice of $${formatMoney(amount)} was received` : `$${formatMoney(arrived)} was received for an invoice of $${formatMoney(amount)}`}`,
  deposit_differs: ({ deposit, credited, arrived }) =>
    `Deposit #${deposit}: $${formatMoney(arrived)} was received, $${formatMoney(credited)} was credited`,
  payment_reversed: ({ amount, owed }) =>
    `$${formatMoney(amount)} of your payment was reversed.${owed > 0n ? ` You owe $${formatExact(owed)}.` : ''}`,
  payment_returned: ({ amount, owed }) =>
    `$${formatMoney(amount)} of your reversed payment was returned.${owed > 0n ? ` You still owe $${formatExact(owed)}.` : ''}`,
  deposit_reversed: ({ deposit, amount, owed }) =>
    `Deposit #${deposit}: the gateway reversed $${formatMoney(amount)}.${owed > 0n ? ` The customer owes $${formatExact(owed)}.` : ''}`,
  deposit_returned: ({ deposit, amount, owed }) =>
    `Deposit #${deposit}: the gateway returned $${formatMoney(amount)}.${owed > 0n ? ` The customer still owes $${formatExact(owed)}.` : ''}`,
  deposit_disputed: ({ deposit }) =>
    `Deposit #${deposit}: the payer disputes the payment. Answer at the gateway; no money has moved yet.`,
  deposit_dispute_ended: ({ deposit }) =>
    `Deposit #${deposit}: the dispute over this payment has ended. See the gateway for the outcome.`,
  credit_proposed: ({ deposit, amount }) =>
    `Deposit #${deposit}: a credit of $${formatMoney(amount)} needs the approval of another staff member`,
  ticket_reply: ({ ticket_id: id }) => `Support replied to your ticket #${id}`,
  two_factor_on: 'Two-factor authentication was turned on',
  two_factor_off: 'Two-factor authentication was turned off',
  recovery_code_used: ({ left }) =>
    `A recovery code was used; ${left === 0 ? 'none is' : left === 1 ? '1 is' : `${left} are`} left`,
  recovery_codes_made: 'New recovery codes were created; the old ones no longer work',
  two_factor_reset: 'Our staff turned off your two-factor authentication',
  balance_low: ({ below, balance }) =>
    `Your balance fell below $${formatMoney(below)} and is now $${formatMoney(balance)}`,
  favourite_price: ({ service, before, rate }) =>
    `${service}: the price is now $${formatExact(rate)}; it was $${formatExact(before)}`,
  favourite_limits: ({ service, min, max }) =>
    `${service} can now be ordered from ${number(min)} to ${number(max)}`,
  favourite_off: ({ service }) => `${service} is currently unavailable`,
  favourite_back: ({ service, rate }) => `${service} is available again at $${formatExact(rate)}`,
  favourites_changed: ({ services, ...counts }) =>
    `${services === 1 ? '1 of your favourites' : `${services} of your favourites`} changed: ${sayCounts(counts)}`,
  api_services_changed: ({ services, ...counts }) =>
    `${services === 1 ? '1 service' : `${services} services`} that you order by API changed: ${sayCounts(counts)}`,
  announcement: ({ title }) => title,
  provider_services_held: ({ provider, services: n }) =>
    `${provider} raised its prices: ${n === 1 ? '1 service costs' : `${n} services cost`} more than ${n === 1 ? 'it sells' : 'they sell'} for, and ${n === 1 ? 'is' : 'are'} unavailable`,
  provider_services_off: ({ provider, services: n }) =>
    `${provider} removed or changed ${n === 1 ? '1 service' : `${n} services`}: orders for ${n === 1 ? 'it' : 'them'} can't be sent there anymore`,
  provider_charges_held: ({ provider, order_id: id }) =>
    `${provider} charged many times its rate for order #${id}: its services are unavailable and its orders on hold until you review it`,
  provider_charge_doubted: ({ provider, order_id: id }) =>
    `${provider} charged many times the known cost for order #${id}; the cost is unchanged until a second order confirms it`,
  provider_charges_missing: ({ provider, services: n }) =>
    `${provider} reported no charge for ${n === 1 ? '1 service' : `${n} services`} within 30 minutes; orders are now sent without a checked rate`,
  provider_list_doubted: ({ provider, reason }) =>
    `The price list of ${provider} wasn't used: ${doubts[reason]}`,
  provider_balance_low: ({ provider, balance, currency }) =>
    `The balance at ${provider} is low: ${balance} ${currency}`,
  provider_stopped: ({ provider }) =>
    `Sending to ${provider} has stopped: too many orders got no response. Review them, then resume`,
  provider_paused_by_staff: ({ provider }) => `Sending to ${provider} was paused by staff`,
  provider_paused: ({ provider }) =>
    `${provider} isn't responding properly. We're backing off and will keep trying`,
  provider_refuses: ({ provider, about }) => `${provider} rejects our orders: ${refusals[about]}`,
  provider_unknown_refusal: ({ provider, error, customers: n }) =>
    `${provider} rejected orders of ${n} customers with an unrecognized message: “${error}”. Review them and decide what it means`,
  orders_waiting: ({ orders: n }) => `${n === 1 ? '1 order needs' : `${n} orders need`} review`,
  deposits_waiting: ({ deposits: n }) => `${n === 1 ? '1 deposit needs' : `${n} deposits need`} review`,
  job_failed: ({ job }) => `The background job “${job}” has failed five times in a row`,
  emails_failed: ({ emails: n }) => `${n === 1 ? '1 email' : `${n} emails`} couldn't be delivered`,
  jobs_failed: ({ jobs: n }) =>
    `${n === 1 ? '1 background job' : `${n} background jobs`} failed and won't be retried`,
  backup_late: 'The planned backup was not made in time',
  backup_failed: 'The last backup failed',
  backup_damaged: "A backup was checked, and it isn't good. Make another one now",
  backup_unchecked: "The last backup couldn't be checked",
  ledger_broken: ({ violations: n }) =>
    `The ledger check found ${n === 1 ? '1 violation' : `${n} violations`}. Run “npm run audit”`,
  setting_changed: ({ section, staff_id: id }) => `Staff member #${id} changed the ${settings[section]}`,
  note: ({ text }) => text,
}
