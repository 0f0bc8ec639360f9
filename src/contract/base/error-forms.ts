/**
 * How `/api/v2` says why it refuses a new order: as sentences, or as the codes that some panels compare (reseller.md R7b). The
 * operator chooses one for all keys, and each key may choose its own.
 */
export const errorForms = ['text', 'code'] as const
export type ErrorForm = (typeof errorForms)[number]
