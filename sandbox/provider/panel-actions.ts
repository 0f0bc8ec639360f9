import { addOrder } from './add-order.ts'
import { askCancel, askRefill, findOrder, refillStatus } from './after-orders.ts'
import type { CatalogueService } from './catalogue-service.ts'
import type { Order } from './delivery.ts'
import { atPriceLevel } from './price-level.ts'
import type { ProviderState } from './provider-state.ts'
import { currencyOf, showError, showGivenId, showId, showMoney, showObject } from './quirks.ts'
import { ruleOfType } from './service-types.ts'
import type { Settings } from './settings.ts'
import { showServices } from './show-services.ts'
import { showSubscription, showView } from './show-status.ts'
import { showAdded, showCanceled, showRefilled } from './show-taken.ts'

export type Panel = {
  state: ProviderState
  services: Map<number, CatalogueService>
  settings: Settings
}
type Action = (panel: Panel, fields: Map<string, string>) => unknown

const IDS_MAX = 100
const INCORRECT_REQUEST = { error: 'Incorrect request' }
const ORDER_UNKNOWN = 'Incorrect order ID'
const REFILL_UNKNOWN = 'Refill not found'

/** The protocol's actions. Each returns the answer's value, possibly an `{error}`. */
export const PANEL_ACTIONS: Record<string, Action> = {
  services: ({ services, settings }) => {
    const list = [...services.values()].map((service) => atPriceLevel(service, settings.pricePercent))
    return showServices(list, settings.quirks)
  },

  add: ({ state, services, settings }, fields) => {
    const { sameLinkRefused: isSameLinkRefused, packagePieces, pricePercent } = settings
    const added = addOrder({ state, services, fields, isSameLinkRefused, packagePieces, pricePercent })
    return 'error' in added ? added : showAdded(added.order.id, settings.quirks)
  },

  status: (panel, fields) => {
    const { state, settings } = panel
    const { quirks } = settings
    if (isSingleOnly(settings) && !fields.has('order')) return { error: 'The order field is required' }
    if (!fields.has('orders')) {
      if (!fields.has('order')) return INCORRECT_REQUEST
      const order = findOrder(state, fields.get('order'))
      return order ? showOrder(panel, order) : { error: ORDER_UNKNOWN }
    }
    const ids = readIds(fields.get('orders'))
    if (!ids) return INCORRECT_REQUEST
    const orders = ids.map((id) => ({ id, order: findOrder(state, id) }))
    if (quirks.has('spoiled_by_one') && orders.some(({ order }) => !order)) return { error: ORDER_UNKNOWN }
    // PHP writes a list with only unknown ids as [].
    const isEmpty = quirks.has('empty_array') && orders.every(({ order }) => !order)
    const told = quirks.has('lists_leave_out') ? orders.slice(0, -1) : orders
    const members = told.map(({ id, order }): [string, unknown] => [
      id,
      order ? showOrder(panel, order) : showError(ORDER_UNKNOWN, quirks),
    ])
    return showObject(isEmpty ? {} : Object.fromEntries(members), quirks)
  },

  refill: (panel, fields) => {
    const { quirks } = panel.settings
    if (quirks.has('single_calls_only') && !fields.has('order'))
      return { error: 'The order field is required' }
    if (!fields.has('orders')) {
      if (!fields.has('order')) return INCORRECT_REQUEST
      const refill = askRefill(panel, fields.get('order'))
      return refill ? showRefilled(refill.id, quirks) : { error: ORDER_UNKNOWN }
    }
    return (
      readIds(fields.get('orders'))?.map((id) => {
        const refill = askRefill(panel, id)
        return {
          order: showGivenId(id, quirks),
          refill: refill ? showId(refill.id, quirks) : showError(ORDER_UNKNOWN, quirks),
        }
      }) ?? INCORRECT_REQUEST
    )
  },

  refill_status: ({ state, settings }, fields) => {
    const { quirks } = settings
    const find = (id: string | undefined) =>
      quirks.has('forgets_refills') ? undefined : state.refills.get(Number(id))
    if (isSingleOnly(settings) && !fields.has('refill')) return { error: 'The refill field is required' }
    if (!fields.has('refills')) {
      if (!fields.has('refill')) return INCORRECT_REQUEST
      const refill = find(fields.get('refill'))
      return refill ? { status: refillStatus(state, refill, quirks) } : { error: REFILL_UNKNOWN }
    }
    const ids = readIds(fields.get('refills'))
    if (!ids) return INCORRECT_REQUEST
    if (quirks.has('spoiled_by_one') && ids.some((id) => !find(id))) return { error: REFILL_UNKNOWN }
    return ids.map((id) => {
      const refill = find(id)
      return {
        refill: showGivenId(id, quirks),
        status: refill ? refillStatus(state, refill, quirks) : showError(REFILL_UNKNOWN, quirks),
      }
    })
  },

  /** Some clients send `order` here. */
  cancel: (panel, fields) => {
    const { quirks } = panel.settings
    if (quirks.has('single_calls_only') && !fields.has('order'))
      return { error: 'The order field is required' }
    const ids = readIds(fields.get('orders') ?? fields.get('order'))
    if (!ids) return INCORRECT_REQUEST
    return showCanceled(
      ids.map((id) => ({ id, isAsked: askCancel(panel, id) })),
      quirks,
    )
  },

  balance: ({ state, settings: { quirks, cachedBalance } }) => ({
    balance: showMoney(quirks.has('post_paid_balance') ? 0n : (cachedBalance ?? state.balance()), quirks),
    currency: currencyOf(quirks),
  }),
}

function isSingleOnly({ quirks }: Settings): boolean {
  return quirks.has('single_status_only') || quirks.has('single_calls_only')
}

function showOrder({ state, services, settings: { quirks } }: Panel, order: Order): Record<string, unknown> {
  const view = state.view(order)
  const isSubscription = ruleOfType(services.get(order.service)?.type ?? '').quantity === 'subscription'
  return isSubscription ? showSubscription(order, view, quirks) : showView(view, quirks)
}

/** Undefined if there are none or more than 100. Blanks after commas are allowed. */
function readIds(list: string | undefined): string[] | undefined {
  const ids = (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return ids.length === 0 || ids.length > IDS_MAX ? undefined : [...new Set(ids)]
}
