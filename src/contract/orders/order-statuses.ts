export const orderStatuses = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'PARTIAL',
  'REFILL',
  'CANCELED',
  'REFUNDED',
  'FAILED',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Pending and processing orders count as active (spec §4). */
export const activeStatuses = ['PENDING', 'PROCESSING'] as const satisfies readonly OrderStatus[]

/** For pages: one loaded before an upgrade may receive an unknown status (spec §4). */
export const shownStatuses = [...orderStatuses, 'UNKNOWN'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** The badge tone of each status (spec §4, look); its text is in `words/`. */
export const orderStatusTones = {
  PENDING: 'foil',
  PROCESSING: 'info',
  COMPLETED: 'ok',
  PARTIAL: 'petrol',
  REFILL: 'petrol',
  CANCELED: 'bad',
  REFUNDED: 'bad',
  FAILED: 'bad',
  UNKNOWN: 'neutral',
} as const satisfies Record<ShownStatus, string>

/** States of sending an order to a provider; separate from its status (field notes 2). */
export const dispatchStates = ['queued', 'sending', 'accepted', 'rejected', 'unknown', 'review'] as const
export type DispatchState = (typeof dispatchStates)[number]

/** The outcome of one attempt to send an order. */
export const attemptStates = ['sending', 'accepted', 'rejected', 'not_sent', 'refused', 'unknown'] as const
export type AttemptState = (typeof attemptStates)[number]
