/**
 * The version of the terms, the privacy and the refund texts (`web/messages/<language>/legal.ts`): the day on which they were
 * written. Whoever changes what one of them says moves it on; a test holds the texts to it.
 */
export const termsVersion = '2026-11-22'
