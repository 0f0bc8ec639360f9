import type { OrderStatus } from '#contract/orders/order-statuses.ts'

/** The views above staff's list of orders, by their value in the URL; undefined shows all orders. */
export const orderViews = ['review', 'active', 'failed'] as const
export type OrderView = (typeof orderViews)[number]

const statuses: Readonly<Partial<Record<OrderView, readonly OrderStatus[]>>> = {
  active: ['PENDING', 'PROCESSING'], // spec §4
  failed: ['FAILED'],
}

export function viewIn(params: URLSearchParams): OrderView | undefined {
  return orderViews.find((known) => known === params.get('show'))
}

/** A view's query; a selected status replaces the view's own. */
export function askedByView(view: OrderView | undefined, status: OrderStatus | undefined) {
  const own = view && statuses[view]
  return {
    attention: view === 'review' ? ('true' as const) : undefined,
    status: status === undefined ? own && [...own] : [status],
  }
}

/** The id of an API key that orders are filtered by. */
export function keyIn(params: URLSearchParams): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(params.get('key') ?? '')?.[0]
}
