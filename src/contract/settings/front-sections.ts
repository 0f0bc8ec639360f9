import * as z from 'zod/mini'
import { says } from '#contract/base/says.ts'
import { line } from '#contract/base/fields.ts'

/** The sections of the front page below its hero, in their order (spec §2); each can be hidden. */
export const frontSections = [
  'features',
  'refunds',
  'services',
  'faq',
  'how',
  'never',
  'testimonials',
  'figures',
  'closing',
] as const
export type FrontSection = (typeof frontSections)[number]

/** A link of the operator's: a path of this site or an https address. Anything else could run a script or leave TLS. */
export const linkAddress = line({ min: 1, max: 300, message: 'link_address_invalid' }).check(
  z.refine(isLinkAddress, says('link_address_invalid')),
)

function isLinkAddress(address: string): boolean {
  if (/[\s\\]/.test(address)) return false
  // `//example.com` is another site, and `user@` before a host hides which one it is.
  return /^\/(?!\/)/.test(address) || /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)
}
