import { texts } from '#web/messages/table.ts'

export const dashboard = texts({
  title: 'Dashboard',
  greeting: 'Hello, {name}',
  balance: 'Balance',
  addFunds: 'Add Funds',
  newOrder: 'New Order',
  recentOrders: 'Recent orders',
  allOrders: 'Order History',
  loading: 'Loading your dashboard',
  // Spec §2 and §8
  noOrders: 'No orders found. Start by placing a new order!',
  loadFailed: 'Unable to load recent orders. Please try again later.',
  id: 'ID',
  service: 'Service',
  status: 'Status',
  date: 'Date',
  price: 'Price',
  orderId: 'Order {id}',
  summary: 'Account summary',
  totalOrders: 'Total orders',
  pendingOrders: 'Pending orders',
  needHelp: 'Need Help?',
  needHelpText: 'Ask us about an order or a payment. Have its id at hand.',
  contactSupport: 'Contact support',
  refundPolicy: 'Refund policy',
  terms: 'Terms of service',
})
