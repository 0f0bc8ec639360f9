import { texts } from '#web/platform/i18n/table.ts'

/** Order history and order details. */
export const ordersText = texts({
  title: 'Order History',
  filters: 'Status',
  processing: 'Processing',
  search: 'Search orders',
  searchHint: 'Order ID, service or link',
  table: 'Orders, newest first',
  linkToCopy: 'link',
  view: 'View order {id}',
  refreshStatus: 'Refresh Status',
  refreshing: '{done} of {total}',
  refreshed: { one: '{count} order refreshed', other: '{count} orders refreshed' },
  empty: 'No orders found. Start by placing a new order!',
  noneFound: 'No orders found',
  // Details
  order: 'Order {id}',
  orderId: 'order ID',
  information: 'Order information',
  progress: 'Progress',
  delivered: '{done} of {total} delivered',
  deliveredShare: '{percent}%',
  startCount: 'Start count',
  remains: 'Remains',
  refunded: 'Refunded',
  created: 'Created',
  updated: 'Updated',
  none: 'Not available yet',
  refresh: 'Refresh',
  refillOrder: 'Refill Order',
  refillOrderOf: 'Refill Order {id}',
  cancelOrder: 'Cancel Order',
  cancelTitle: 'Cancel order {id}?',
  cancelLead: "You'll be refunded up to {amount} for whatever isn't delivered of “{service}”.",
  keepOrder: 'Keep Order',
  cancelAsked: 'Cancellation requested',
  cancelDone: 'Order {id} was canceled and {amount} refunded to your balance.',
  history: 'History',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  pendingHint: 'This order is pending. Changes appear here once it is processed.',
  backToOrders: 'Back to Order History',
  notFound: 'Order Not Found',
  notFoundLead: 'There is no order with this ID in your account.',
  // Spec §8
  loadFailed: 'Unable to load orders. Please try again later.',
  detailsFailed: 'Unable to load order details. Please try again later.',
  refreshFailed: 'Failed to refresh order status. Please try again later.',
  refillFailed: 'Failed to refill order. Please try again later.',
  refillRequested: 'Order refill requested successfully',
  listRefillFailed: 'Failed to request refill: {message}',
  listRefillFailedPlain: 'Failed to request refill',
  listRefillRequested: 'Refill requested successfully',
  cancelFailed: 'Failed to cancel order. Please try again later.',
})

/** Ordering again */
export const orderAgainText = texts({
  // Order again
  again: 'Order Again',
  againOf: 'Order {id} Again',
  againFilled: 'Filled in from order {id}, which cost {price}. The current price applies.',
  againNotFound: "Order {id} isn't in your account, so nothing was filled in.",
  againFailed: "Couldn't load order {id}, so nothing was filled in. Please try again.",
})

/** What is missing in an order: exact texts (spec §5). */
export const orderFormText = texts({
  budgetLeast: 'The minimum order of {quantity} costs {price}',
  enterBudget: 'Please enter an amount',
  // Spec §5 and §8
  selectService: 'Please select a service',
  enterLink: 'Please enter a link',
  linkMismatch: 'This looks like a {linked} link, but the service is for {sold}.',
})
