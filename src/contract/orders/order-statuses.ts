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

/** As a page may meet it: one that outlived an upgrade can be told a status that it does not know (spec §4). */
export const shownStatuses = [...orderStatuses, 'UNKNOWN'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** The badge's tone of each status (spec §4, look); its words are in `words/`. */
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

/** States of the sending to a provider, not of the order (field notes 2). */
export const dispatchStates = ['queued', 'sending', 'accepted', 'rejected', 'unknown', 'review'] as const
export type DispatchState = (typeof dispatchStates)[number]

/** What became of one try to send an order to a provider. */
export const attemptStates = ['sending', 'accepted', 'rejected', 'not_sent', 'refused', 'unknown'] as const
export type AttemptState = (typeof attemptStates)[number]
