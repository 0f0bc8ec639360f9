import { limits } from '#contract/base/limits.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import { searchIn } from '#web/ui/list/read-address.ts'

/** Rows per page; initially ten (spec §9), and at most the number of refills that can be requested together. */
export const pageSizes = { sizes: [10, 25, 50, 100], initial: limits.ordersPerPage }

/** Statuses with a button (spec); the others are under More, in the order of the table of statuses. */
export const buttonStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELED'] as const
export const moreStatuses = orderStatuses.filter(
  (status) => !buttonStatuses.some((button) => button === status),
)

/** The valid filters in the URL, used for both the list and the file. */
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

/** An API key's id, if it is valid for the server. */
export function keyIn(params: URLSearchParams): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(params.get('key') ?? '')?.[0]
}

/** Several, separated by commas, case-insensitive; unknown ones are skipped. */
export function statusesIn(text: string): OrderStatus[] {
  const named = text.split(',').map((part) => part.trim().toUpperCase())
  return orderStatuses.filter((status) => named.includes(status))
}

/** Adds or removes one status. */
export function withStatus(text: string, status: OrderStatus, isOn: boolean): string {
  const others = statusesIn(text).filter((one) => one !== status)
  return orderStatuses
    .filter((one) => others.includes(one) || (isOn && one === status))
    .join(',')
    .toLowerCase()
}
