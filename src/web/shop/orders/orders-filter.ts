import { limits } from '#contract/base/limits.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import { searchIn } from '#web/ui/list/read-address.ts'

/** As many rows as one likes to see at once; ten at first (spec §9), and no more than are asked for refills together. */
export const pageSizes = { sizes: [10, 25, 50, 100], initial: limits.ordersPerPage }

/** Those with a button (spec); the others stand behind More, in the order of the table of statuses. */
export const buttonStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELED'] as const
export const moreStatuses = orderStatuses.filter(
  (status) => !buttonStatuses.some((button) => button === status),
)

/** What of the address means something: the list and the file ask for the same. */
export function filterIn(params: URLSearchParams): {
  status: OrderStatus[] | undefined
  key: string | undefined
  search: string | undefined
} {
  const status = statusesIn(params.get('status') ?? '')
  return {
    status: status.length === 0 ? undefined : status,
    key: keyIn(params),
    search: searchIn(params),
  }
}

/** The id of an API key, in a form that the server takes. */
export function keyIn(params: URLSearchParams): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(params.get('key') ?? '')?.[0]
}

/** Several, separated by commas, in any case; unknown ones are left out. */
export function statusesIn(text: string): OrderStatus[] {
  const named = text.split(',').map((part) => part.trim().toUpperCase())
  return orderStatuses.filter((status) => named.includes(status))
}

/** The same with one more, or one less. */
export function withStatus(text: string, status: OrderStatus, isOn: boolean): string {
  const others = statusesIn(text).filter((one) => one !== status)
  return orderStatuses
    .filter((one) => others.includes(one) || (isOn && one === status))
    .join(',')
    .toLowerCase()
}
