import { isManual } from '#contract/settings/payment-methods.ts'

/** The page with a payment's status and result; manual payments have their own page. */
export function statusPath(orderId: string, method: string): string {
  const page = isManual(method) ? '/add-funds/manual' : '/add-funds/success'
  return `${page}?${new URLSearchParams({ order_id: orderId })}`
}
