import { formatDecimal } from '#sandbox/decimal.ts'
import { isRecord } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { priceOf } from './add-order.ts'
import { wholeOf } from './delivery.ts'
import type { Panel } from './panel-actions.ts'

/** A past order. With a status it has ended with it; without one it is delivered within `takes_ms` of `at`. */
type Past = {
  service: number
  link: string
  quantity: number
  at: number
  takes_ms: number
  status?: string
  remains?: number
  start_count?: number
}

const ORDERS_MAX = 5_000

/**
 * Accepts orders as if they had been sent earlier, oldest first, and answers each with its id, charge and state, in
 * order. They are charged at the current rates.
 */
export function takeHistory({ state, services }: Panel, { orders }: Record<string, unknown>): unknown {
  if (!Array.isArray(orders) || orders.length > ORDERS_MAX || !orders.every(isPast))
    refuse(400, `\`orders\` must be a list of at most ${ORDERS_MAX} orders.`)
  return orders.map(({ service: id, link, quantity, at, takes_ms: takesMs, ...ending }) => {
    const service = services.get(id) ?? refuse(400, `There is no service ${id} here.`)
    const charge = priceOf({ service, quantity, isPackage: false })
    const order = state.addOrder({ service: id, link, quantity, charge, at, takesMs })
    const { status, remains = 0, start_count: startCount = 0 } = ending
    if (status !== undefined)
      state.move(order, { status, remains: Math.min(remains, wholeOf(order)), startCount })
    const view = state.view(order)
    return {
      order: order.id,
      charge: formatDecimal(view.charge),
      status: view.status,
      remains: view.remains,
      start_count: view.startCount,
    }
  })
}

function isPast(value: unknown): value is Past {
  if (!isRecord(value)) return false
  const { service, link, quantity, at, takes_ms: takesMs, status, remains, start_count: startCount } = value
  return (
    typeof link === 'string' &&
    [service, quantity, at, takesMs].every(isCount) &&
    (status === undefined || typeof status === 'string') &&
    [remains, startCount].every((count) => count === undefined || isCount(count))
  )
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
