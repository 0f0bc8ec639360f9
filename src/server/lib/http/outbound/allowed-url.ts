import type { AddressReason } from '#contract/base/error-reasons.ts'

import { isAllowedAddress, type Network, toLiteralAddress } from './public-address.ts'

export type CheckedUrl = { url: URL } | { refusal: AddressReason }

/** What may be called off the open internet. */
export type Reach = {
  /** The exact origin of a server of ours: the sandbox's own. */
  allowedOrigin?: string | undefined
  /** The operator's ALLOW_PRIVATE_ADDRESSES. */
  allowedNetworks?: readonly Network[] | undefined
}

/**
 * Reads an address that an operator typed. Names are checked when they are resolved, at every connect; literal
 * addresses here.
 */
export function checkUrl(text: string, { allowedOrigin, allowedNetworks = [] }: Reach = {}): CheckedUrl {
  const url = URL.parse(text)
  if (url === null) return { refusal: 'no_address' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refusal: 'scheme' }
  if (url.username !== '' || url.password !== '') return { refusal: 'credentials' }
  if (allowedOrigin !== undefined && url.origin === allowedOrigin) return { url }
  const literal = toLiteralAddress(url.hostname)
  if (literal !== undefined && !isAllowedAddress(literal, allowedNetworks)) return { refusal: 'not_public' }
  // Where networks are allowed, what this name leads to is looked at like any other's.
  if (allowedNetworks.length === 0 && /^(.+\.)?localhost\.?$/i.test(url.hostname))
    return { refusal: 'not_public' }
  return { url }
}
