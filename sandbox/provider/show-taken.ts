import type { Quirk } from './quirk-kinds.ts'
import { showError, showGivenId, showId } from './quirks.ts'

/** The answer to an accepted order. */
export function showAdded(id: number, quirks: Set<Quirk>): unknown {
  const order = showId(id, quirks)
  if (quirks.has('add_without_id')) return { status: 'success' }
  if (quirks.has('add_in_data')) return { status: 'success', data: { order } }
  if (quirks.has('add_order_object')) return { order: { id: order } }
  if (quirks.has('add_bare_id')) return { id: order }
  if (quirks.has('add_in_list')) return [{ order }]
  return quirks.has('add_with_status') ? { status: 'success', order } : { order }
}

/** The answer to a single refill. */
export function showRefilled(id: number, quirks: Set<Quirk>): unknown {
  if (quirks.has('refill_without_id')) return { success: true }
  return quirks.has('refill_with_status') ? { status: 'success', refill_id: id } : { refill: String(id) }
}

/** The answer to a list of cancels, including refused ones. */
export function showCanceled(asked: { id: string; isAsked: boolean }[], quirks: Set<Quirk>): unknown {
  if (quirks.has('unclear_cancel')) return { success: 'Your request was submitted' }
  if (quirks.has('cancel_ok')) return { ok: 'true' }
  if (quirks.has('cancel_success')) return { status: 'success' }
  const told = (isAsked: boolean, yes: unknown): unknown =>
    isAsked ? yes : showError('Incorrect order ID', quirks)
  if (quirks.has('cancel_words'))
    return Object.fromEntries(asked.map(({ id, isAsked }) => [id, told(isAsked, 'Canceled')]))
  if (quirks.has('cancel_objects'))
    return Object.fromEntries(asked.map(({ id, isAsked }) => [id, told(isAsked, { status: 'Cancelled' })]))
  return asked.map(({ id, isAsked }) => ({ order: showGivenId(id, quirks), cancel: told(isAsked, 1) }))
}
