/** The page that says how a payment stands, and afterwards what came of it. */
export function statusPath(orderId: string): string {
  return `/add-funds/success?${new URLSearchParams({ order_id: orderId })}`
}
