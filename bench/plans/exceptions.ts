/**
 * Calls that may read more in a larger database, or more than their page, by the reason. With a million orders, one that needs no
 * exception (any more) fails.
 */
export type Exception = { why: string; calls: readonly string[] }

export const exceptions: readonly Exception[] = [
  {
    why: 'a pair of filters that no index has: read 500 at a time',
    calls: [
      'staff: listAdminOrders?dispatch=accepted&status=PENDING',
      'staff: listAdminOrders?dispatch=accepted&status=PARTIAL',
      'staff: listAdminOrders?dispatch=accepted&status=CANCELED',
      'staff: listAdminOrders?provider_id={provider}&dispatch=rejected',
      'staff: listAdminOrders?service_id={service}&dispatch=rejected',
      'staff: listAdminOrders?user_id={customer}&service_id={service}&status=FAILED',
    ],
  },
  {
    why: "a word is searched in the customer's newest 10,000, of staff in the 100,000 that a file may have",
    calls: [
      'big: listOrders?search=nobody at all',
      'big: listTransactions?search=nobody at all',
      'big: exportOrders?search=nobody at all',
      'big: exportTransactions?search=nobody at all',
      'staff: listAdminOrders?key={key}&search=nothing',
      'staff: exportAdminOrders?search=nobody at all',
    ],
  },
  {
    why: 'finds whose the newest are',
    calls: ['staff: listAdminTransactions?search={email}', 'staff: listAdminApiKeys'],
  },
  {
    why: 'sums days and months of each service or customer, of which there are fewer or more with each date',
    calls: [
      ...['platform', 'provider'].flatMap((by) => [
        `staff: getMoneyReport?by=${by}&from={monthBefore}&to={today}`,
        `staff: getMoneyReport?by=${by}&from={halfYearAgo}&to={today}&compare=none`,
      ]),
      ...['platform', 'provider', 'service'].map((by) => `staff: getMoneyReport?by=${by}`),
      'staff: getMoneyReport?by=service&from={monthBefore}&to={today}',
      'staff: getToday',
      'staff: getMoneyReport?by=customer&from={monthBefore}&to={today}',
      'staff: getMoneyReport?by=customer&from={halfYearAgo}&to={today}&compare=none',
    ],
  },
  {
    why: 'sums that each order changes have no index (0005_ledger.sql): each account is read once',
    calls: ['staff: listUsers?sort=balance', 'staff: listUsers?sort=spent&page=6'],
  },
  {
    why: 'compares each order of a day',
    calls: ['staff: getReconciliation', 'staff: getReconciliation?day={yesterday}'],
  },
  { why: 'reads the newest 2,000 orders, once in two minutes', calls: ['anyone: getFigures'] },
  {
    why: 'groups the newest notifications',
    calls: ['big: listNotificationEntries', 'big: listNotificationEntries?kind=orders'],
  },
  { why: 'compares all open orders with the queue, once an hour', calls: ['job: poll sweep'] },
  {
    why: 'compares all open deposits with the accounts, once an hour',
    calls: ['job: gateway accounts cleaning'],
  },
]
