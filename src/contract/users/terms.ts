/**
 * The version of the terms, privacy and refund texts (`web/site/legal/texts.<language>.ts`): the day they were
 * written. Change it whenever one of them changes; a test compares their hashes.
 */
export const termsVersion = '2026-11-22'
