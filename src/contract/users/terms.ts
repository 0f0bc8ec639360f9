/**
 * The version of the product's own terms, privacy and refund texts (`server/modules/settings/legal/shipped.<language>.ts`): the
 * day they were written. Change it whenever one of them changes; a test compares their hashes.
 */
export const termsVersion = '2026-11-28'

/** A date and the number of a change. */
export const TERMS_VERSION_MAX = 40
