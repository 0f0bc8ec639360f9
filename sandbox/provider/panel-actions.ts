import { addOrder } from './add-order.ts'
import type { CatalogueService } from './catalogue-service.ts'
import type { Order } from './delivery.ts'
import type { ProviderState, Refill } from './provider-state.ts'
import {
  currencyOf,
  showAdded,
  showError,
  showId,
  showMoney,
  showObject,
  showServices,
  showView,
} from './quirks.ts'
import type { Settings } from './settings.ts'

export type Panel = {
  state: ProviderState
  services: Map<number, CatalogueService>
  settings: Settings
}
type Action = (panel: Panel, fields: Map<string, string>) => unknown

const IDS_MAX = 100
const REFILL_STARTS_MS = 1000
const REFILL_TAKES_MS = 4000
const INCORRECT_REQUEST = { error: 'Incorrect request' }

/** The protocol's actions. Each gives the value that is answered, an `{error}` included. */
export const PANEL_ACTIONS: Record<string, Action> = {
  services: ({ services, settings }) => showServices([...services.values()], settings.quirks),

  add: ({ state, services, settings }, fields) => {
    const { sameLinkRefused: isSameLinkRefused, packagePieces } = settings
    const added = addOrder({ state, services, fields, isSameLinkRefused, packagePieces })
    return 'error' in added ? added : showAdded(added.order.id, settings.quirks)
  },

  status: ({ state, settings: { quirks } }, fields) => {
    if (quirks.has('single_status_only') && !fields.has('order'))
      return { error: 'The order field is required' }
    if (!fields.has('orders')) {
      if (!fields.has('order')) return INCORRECT_REQUEST
      const order = findOrder(state, fields.get('order'))
      return order ? showView(state.view(order), quirks) : { error: 'Incorrect order ID' }
    }
    const ids = readIds(fields.get('orders'))
    if (!ids) return INCORRECT_REQUEST
    const members = ids.map((id): [string, unknown] => {
      const order = findOrder(state, id)
      return [id, order ? showView(state.view(order), quirks) : showError('Incorrect order ID', quirks)]
    })
    // A list of nothing but unknown ids is what PHP writes as [].
    const isEmpty = quirks.has('empty_array') && !ids.some((id) => findOrder(state, id))
    return showObject(isEmpty ? {} : Object.fromEntries(members), quirks)
  },

  refill: (panel, fields) => {
    const { quirks } = panel.settings
    if (!fields.has('orders')) {
      if (!fields.has('order')) return INCORRECT_REQUEST
      const refill = askRefill(panel, fields.get('order'))
      return refill ? { refill: String(refill.id) } : { error: 'Incorrect order ID' }
    }
    return (
      readIds(fields.get('orders'))?.map((id) => {
        const refill = askRefill(panel, id)
        return {
          order: toId(id, quirks),
          refill: refill ? showId(refill.id, quirks) : showError('Incorrect order ID', quirks),
        }
      }) ?? INCORRECT_REQUEST
    )
  },

  refill_status: ({ state, settings: { quirks } }, fields) => {
    const find = (id: string | undefined) =>
      quirks.has('forgets_refills') ? undefined : state.refills.get(Number(id))
    if (quirks.has('single_status_only') && !fields.has('refill'))
      return { error: 'The refill field is required' }
    if (!fields.has('refills')) {
      if (!fields.has('refill')) return INCORRECT_REQUEST
      const refill = find(fields.get('refill'))
      return refill ? { status: refillStatus(state, refill) } : { error: 'Refill not found' }
    }
    return (
      readIds(fields.get('refills'))?.map((id) => {
        const refill = find(id)
        return {
          refill: toId(id, quirks),
          status: refill ? refillStatus(state, refill) : showError('Refill not found', quirks),
        }
      }) ?? INCORRECT_REQUEST
    )
  },

  cancel: (panel, fields) => {
    const { quirks } = panel.settings
    const ids = readIds(fields.get('orders'))
    if (ids && quirks.has('unclear_cancel')) {
      for (const id of ids) askCancel(panel, id)
      return { success: 'Your request was submitted' }
    }
    return (
      ids?.map((id) => {
        const isAsked = askCancel(panel, id)
        return { order: toId(id, quirks), cancel: isAsked ? 1 : showError('Incorrect order ID', quirks) }
      }) ?? INCORRECT_REQUEST
    )
  },

  balance: ({ state, settings: { quirks, cachedBalance } }) => ({
    balance: showMoney(quirks.has('post_paid_balance') ? 0n : (cachedBalance ?? state.balance()), quirks),
    currency: currencyOf(quirks),
  }),
}

/** Undefined when there are none or more than 100. Blanks after commas are forgiven. */
function readIds(list: string | undefined): string[] | undefined {
  const ids = (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return ids.length === 0 || ids.length > IDS_MAX ? undefined : [...new Set(ids)]
}

function findOrder(state: ProviderState, id: string | undefined): Order | undefined {
  return id !== undefined && /^\s*\d{1,15}\s*$/.test(id) ? state.orders.get(Number(id)) : undefined
}

/** An id that was not a number comes back as it was sent. */
function toId(id: string, quirks: Settings['quirks']): number | string {
  return /^\d{1,15}$/.test(id) ? showId(Number(id), quirks) : id
}

/** Only what was completed, and only where the service refills; asked twice while it runs, it is the same refill. */
function askRefill({ state, services }: Panel, id: string | undefined): Refill | undefined {
  const order = findOrder(state, id)
  if (!order || state.view(order).status !== 'Completed' || services.get(order.service)?.refill !== true)
    return undefined
  const running = [...state.refills.values()].find(
    (refill) => refill.order === order.id && !/^(completed|rejected)$/i.test(refillStatus(state, refill)),
  )
  return running ?? state.addRefill(order.id)
}

function refillStatus(state: ProviderState, refill: Refill): string {
  if (refill.moved !== undefined) return refill.moved
  const age = state.clock.now() - refill.startedAt
  if (age < REFILL_STARTS_MS) return 'Pending'
  return age < REFILL_STARTS_MS + REFILL_TAKES_MS ? 'In progress' : 'Completed'
}

/** True when it is asked for now or was before. What is finished cannot be taken back. */
function askCancel({ state, services }: Panel, id: string): boolean {
  const order = findOrder(state, id)
  if (!order || services.get(order.service)?.cancel !== true) return false
  if (order.cancelAskedAt !== undefined) return true
  if (!/^(pending|in progress|processing)$/i.test(state.view(order).status)) return false
  state.askCancel(order)
  return true
}
