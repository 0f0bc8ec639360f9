/** Why a provider's list was not believed: nothing was changed by it, and it is asked for again. */
export const syncTroubles = ['not_read', 'empty', 'half_missing', 'currency', 'prices'] as const
export type SyncTrouble = (typeof syncTroubles)[number]
