import type { CatalogueService } from './catalogue-service.ts'
import type { Order } from './delivery.ts'
import type { ProviderState, Refill } from './provider-state.ts'
import type { Quirk } from './quirk-kinds.ts'

/** Actions on accepted orders. */
type Shop = { state: ProviderState; services: Map<number, CatalogueService> }

const REFILL_STARTS_MS = 1000
const REFILL_TAKES_MS = 4000

export function findOrder(state: ProviderState, id: string | undefined): Order | undefined {
  return id !== undefined && /^\s*\d{1,15}\s*$/.test(id) ? state.orders.get(Number(id)) : undefined
}

/** Only for completed orders of services with refills; a second request while one runs returns the same refill. */
export function askRefill({ state, services }: Shop, id: string | undefined): Refill | undefined {
  const order = findOrder(state, id)
  if (!order || state.view(order).status !== 'Completed' || services.get(order.service)?.refill !== true)
    return undefined
  const running = [...state.refills.values()].find(
    (refill) => refill.order === order.id && !/^(completed|rejected)$/i.test(statusOf(state, refill)),
  )
  if (running) state.noteRefillAgain(running)
  return running ?? state.addRefill(order.id)
}

export function refillStatus(state: ProviderState, refill: Refill, quirks: Set<Quirk>): string {
  const status = statusOf(state, refill)
  return status === 'In progress' && quirks.has('refill_in_progess') ? 'In progess' : status
}

function statusOf(state: ProviderState, refill: Refill): string {
  if (refill.moved !== undefined) return refill.moved
  const age = state.clock.now() - refill.startedAt
  if (age < REFILL_STARTS_MS) return 'Pending'
  const takesMs = state.orders.get(refill.order)?.takesMs ?? REFILL_TAKES_MS
  return age < REFILL_STARTS_MS + takesMs ? 'In progress' : 'Completed'
}

/** True for a new request or a repeated one. A finished order cannot be canceled. */
export function askCancel({ state, services }: Shop, id: string): boolean {
  const order = findOrder(state, id)
  if (!order || services.get(order.service)?.cancel !== true) return false
  if (order.cancelAskedAt !== undefined) return true
  if (!/^(pending|in progress|processing)$/i.test(state.view(order).status)) return false
  state.askCancel(order)
  return true
}
