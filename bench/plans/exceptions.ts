/**
 * Calls that may read more in a larger database, or more than their page, by the reason. With fewer orders than `from` they don't. A
 * call that needs no exception (any more) fails.
 */
export type Exception = { why: string; from?: number; calls: readonly string[] }

export const exceptions: readonly Exception[] = [
  {
    why: 'a pair of filters of which one is rare: no index has both',
    calls: [
      'staff: listAdminOrders?dispatch=rejected&status=PARTIAL',
      'staff: listAdminOrders?dispatch=rejected&status=CANCELED',
      'staff: listAdminOrders?dispatch=rejected&status=REFUNDED',
      'staff: listAdminOrders?dispatch=accepted&status=FAILED',
      'staff: listAdminOrders?dispatch=accepted&status=PENDING',
      'staff: listAdminOrders?provider_id={provider}&dispatch=rejected',
      'staff: listAdminOrders?service_id={service}&dispatch=rejected',
      'staff: listAdminOrders?user_id={customer}&service_id={service}&status=FAILED',
      'staff: listAdminDeposits?user_id={customer}&attention=true',
    ],
  },
  {
    why: "a word is searched in the customer's newest 10,000",
    calls: [
      'big: listOrders?search=nobody at all',
      'big: listOrders?search={oldLink}',
      'big: listOrders?search={oldOrder}',
      'big: exportOrders?search=nobody at all',
      'big: listTransactions?search=nobody at all',
      'big: exportTransactions?search=nobody at all',
      'staff: listAdminOrders?key={key}&search=nothing',
    ],
  },
  {
    why: 'a word is searched in all of the 100,000 that a file may have',
    calls: ['staff: exportAdminOrders?search=nobody at all'],
  },
  {
    why: 'finds whose the newest are',
    calls: ['staff: listAdminTransactions?search={email}', 'staff: listAdminApiKeys'],
  },
  {
    why: 'sums days of each service or customer',
    calls: [
      ...['platform', 'provider', 'service', 'customer'].flatMap((by) => [
        `staff: getMoneyReport?by=${by}`,
        `staff: getMoneyReport?by=${by}&from={monthBefore}&to={today}`,
        `staff: getMoneyReport?by=${by}&from={halfYearAgo}&to={today}&compare=none`,
      ]),
      'staff: exportMoneyReport?by=customer&from={halfYearAgo}&to={today}&compare=none',
    ],
  },
  {
    why: 'compares all of a day',
    calls: ['staff: getReconciliation', 'staff: getReconciliation?day={yesterday}'],
  },
  {
    why: 'sums that each order changes have no index (0005_ledger.sql): each account is read once',
    calls: [
      'staff: listUsers?sort=balance',
      'staff: listUsers?sort=spent&page=6',
      'staff: listUsers?sort=seen',
    ],
  },
  { why: 'reads the newest 2,000 orders, once in two minutes', calls: ['anyone: getFigures'] },
  {
    why: 'groups the newest notifications',
    calls: ['big: listNotificationEntries', 'big: listNotificationEntries?kind=orders'],
  },
  {
    why: 'has the names of all actors',
    calls: ['staff: listStaffActions', 'staff: listStaffActions?action=order.refund'],
  },
  { why: 'counts the supplies of each provider', calls: ['staff: listProviders'] },
  { why: 'updates the figures of each service', calls: ['job: delivery times'] },
]
