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

/** Badge label and tone of each status (spec §4, look). */
export const orderStatusBadges = {
  PENDING: { label: 'PENDING', tone: 'foil' },
  PROCESSING: { label: 'PROCESSING', tone: 'info' },
  COMPLETED: { label: 'COMPLETED', tone: 'ok' },
  PARTIAL: { label: 'PARTIAL', tone: 'petrol' },
  REFILL: { label: 'REFILLING', tone: 'petrol' },
  CANCELED: { label: 'CANCELED', tone: 'bad' },
  REFUNDED: { label: 'REFUNDED', tone: 'bad' },
  FAILED: { label: 'FAILED', tone: 'bad' },
  UNKNOWN: { label: 'UNKNOWN', tone: 'neutral' },
} as const satisfies Record<ShownStatus, { label: string; tone: string }>

/** States of the sending to a provider, not of the order (field notes 2). */
export const dispatchStates = ['queued', 'sending', 'accepted', 'rejected', 'unknown', 'review'] as const
export type DispatchState = (typeof dispatchStates)[number]

/** What became of one try to send an order to a provider. */
export const attemptStates = ['sending', 'accepted', 'rejected', 'not_sent', 'refused', 'unknown'] as const
export type AttemptState = (typeof attemptStates)[number]
