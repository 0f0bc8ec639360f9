/**
 * Calls that may read more in a larger database, or more than their page, by reason. With ten million orders, an
 * unneeded exception fails.
 */
export type Exception = {
  why: string
  calls: readonly string[]
  /** Only applies with fewer orders than this: the planner chooses differently in a small shop. */
  below?: number
}

export const exceptions: readonly Exception[] = [
  {
    why: 'a pair of filters that no index has: read 300 or 500 at a time, 2 to 7 blocks each',
    calls: [
      'staff: listAdminOrders?dispatch=sending',
      'staff: listAdminOrders?dispatch=accepted&status=PENDING',
      'staff: listAdminOrders?dispatch=accepted&status=PARTIAL',
      'staff: listAdminOrders?dispatch=accepted&status=CANCELED',
      'staff: listAdminOrders?provider_id={provider}&dispatch=rejected',
      'staff: listAdminOrders?provider_id={provider}&dispatch=review',
      'staff: listAdminOrders?provider_id={provider}&attention=true',
      'staff: listAdminOrders?service_id={service}&dispatch=review',
      'staff: listAdminOrders?service_id={service}&attention=true',
      'staff: listAdminOrders?user_id={customer}&service_id={service}&status=FAILED',
      'staff: listAdminOrders?key={key}&attention=true',
    ],
  },
  {
    why: 'the same, of which the planner of a small shop reads the orders of the service',
    calls: ['staff: listAdminOrders?service_id={service}&dispatch=rejected'],
    below: 1_000_000,
  },
  {
    why: 'a status of one order in a hundred is found among the newest 4,000, in 200 blocks more than by its index',
    calls: [
      'staff: listAdminOrders?status=CANCELED',
      'staff: listAdminOrders?status=PARTIAL',
      'staff: listAdminOrders?provider_id={provider}&status=COMPLETED',
    ],
  },
  {
    why: "a word is searched in the customer's newest 10,000, by staff in 500 at a time",
    calls: [
      'big: listOrders?search=nobody at all',
      'big: listOrders?search=example&status=FAILED',
      'big: listTransactions?search=nobody at all',
      'staff: listAdminOrders?key={key}&search=nothing',
      'staff: listAdminOrders?search=nobody at all&status=PENDING',
    ],
  },
  {
    why: 'a file is searched in all that the customer has, once each; by staff in the 100,000 that it may have',
    calls: [
      'big: exportOrders?search=nobody at all',
      'big: exportTransactions?search=nobody at all',
      'staff: exportAdminOrders?search=nobody at all',
    ],
  },
  {
    why: 'finds whose the newest are',
    calls: ['staff: listAdminTransactions?search={email}', 'staff: listAdminApiKeys'],
  },
  {
    why: 'compares the lists of users by each three letters of an email, of which nearly all have some',
    calls: ['staff: searchEverything?search={email}', 'staff: listUsers?search={email}'],
  },
  {
    why: 'sums days and months of each service or customer, of which there are fewer or more with each date',
    calls: [
      ...['platform', 'provider', 'service'].flatMap((by) => [
        `staff: getMoneyReport?by=${by}`,
        `staff: getMoneyReport?by=${by}&from={monthBefore}&to={today}`,
        `staff: getMoneyReport?by=${by}&from={halfYearAgo}&to={today}&compare=none`,
      ]),
      'staff: getToday',
      'staff: getMoneyReport?by=customer',
      'staff: getMoneyReport?by=customer&from={monthBefore}&to={today}',
      'staff: getMoneyReport?by=customer&from={halfYearAgo}&to={today}&compare=none',
    ],
  },
  {
    why: 'what each order or visit changes has no index (0005_ledger.sql): each account or user is read once',
    calls: [
      'staff: listUsers?sort=balance',
      'staff: listUsers?sort=spent&page=6',
      'staff: listUsers?sort=seen',
    ],
  },
  { why: 'counts all users, in the background once in 10 s', calls: ['staff: getStats'] },
  {
    why: 'sums all accounts and counts what is queued or in review, up to 100,000 of each, once in 10 s',
    calls: ['anyone: getMetrics'],
  },
  { why: 'counts all users, as staff write to them', calls: ['staff: countAnnouncementReaders'] },
  {
    why: 'compares each order of a day',
    calls: ['staff: getReconciliation', 'staff: getReconciliation?day={yesterday}'],
  },
  {
    why: "reads a provider's or the shop's whole catalogue, of 50 times the services; what staff search in is in memory for a minute",
    calls: [
      'staff: listAdminServices',
      'staff: previewNames',
      'staff: repriceProvider',
      'staff: listProviders',
      'staff: getProvider',
      'staff: pauseProvider',
      'staff: resumeProvider',
      'staff: listProviderChanges',
      'staff: listProviderChanges?kind=price_up',
      'staff: listProviderChanges?search=nobody at all',
    ],
  },
  { why: 'joins each favourite with its supplies and their providers', calls: ['big: listFavourites'] },
  { why: 'counts up to 500 of the provider', calls: ['staff: getProviderSettling'] },
  { why: 'reads the newest 2,000 orders, once in two minutes', calls: ['anyone: getFigures'] },
  {
    why: 'groups the newest notifications',
    calls: ['big: listNotificationEntries', 'big: listNotificationEntries?kind=orders'],
  },
  {
    why: 'compares all open orders with the queues, once an hour',
    calls: ['job: poll sweep', 'job: lost queue entries'],
  },
  { why: 'looks at what is queued where the catalogue changed', calls: ['job: rerouting'] },
  {
    why: 'does what is due, of which a shop with more orders has more',
    calls: [
      'job: delivery times',
      'job: daily figures',
      'job: gateway lists',
      'job: deposit polling',
      'job: retention',
    ],
  },
]
