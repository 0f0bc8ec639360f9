import { isManual } from '#contract/settings/payment-methods.ts'

/** The page that says how a payment stands, and afterwards what came of it; one that staff confirm has a page of its own. */
export function statusPath(orderId: string, method: string): string {
  const page = isManual(method) ? '/add-funds/manual' : '/add-funds/success'
  return `${page}?${new URLSearchParams({ order_id: orderId })}`
}
