import ipaddr from 'ipaddr.js'

import type { AddressReason } from '#contract/base/error-reasons.ts'

/** The IPv6 range of the public internet. ipaddr.js has no name for everything outside. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address on the public internet. IPv4-mapped IPv6 (::ffff:a.b.c.d) counts as the IPv4 address; ::a.b.c.d,
 * NAT64, 6to4 and Teredo are refused, since their target is unknown.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/** A private network where the operator allows providers and gateways: address and prefix length. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** "10.0.0.0/8", "fd12::/16"; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined
}

/** True for an address on the public internet or in one of the networks. */
export function isAllowedAddress(text: string, networks: readonly Network[]): boolean {
  if (isPublicAddress(text)) return true
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return networks.some((network) => network[0].kind() === address.kind() && address.match(network))
}

const ownRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', 'unspecified']

/** True for loopback and private addresses. */
export function isOwnAddress(text: string): boolean {
  return ipaddr.isValid(text) && ownRanges.includes(ipaddr.process(text).range())
}

/** The address if a URL's host is one ("[::1]" is "::1"); undefined for names. */
export function toLiteralAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : undefined
}

export type CheckedUrl = { url: URL } | { refusal: AddressReason }

/** Exceptions to the rule that only the public internet may be called. */
export type Reach = {
  /** The exact origin of the sandbox's own server. */
  allowedOrigin?: string | undefined
  /** The operator's ALLOW_PRIVATE_ADDRESSES. */
  allowedNetworks?: readonly Network[] | undefined
}

/** Checks a URL that an operator entered. Names are checked when they are resolved, at each connect. */
export function checkUrl(text: string, { allowedOrigin, allowedNetworks = [] }: Reach = {}): CheckedUrl {
  const url = URL.parse(text)
  if (url === null) return { refusal: 'no_address' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refusal: 'scheme' }
  if (url.username !== '' || url.password !== '') return { refusal: 'credentials' }
  if (allowedOrigin !== undefined && url.origin === allowedOrigin) return { url }
  const literal = toLiteralAddress(url.hostname)
  if (literal !== undefined && !isAllowedAddress(literal, allowedNetworks)) return { refusal: 'not_public' }
  // If private networks are allowed, localhost is resolved and checked like any name.
  if (allowedNetworks.length === 0 && /^(.+\.)?localhost\.?$/i.test(url.hostname))
    return { refusal: 'not_public' }
  return { url }
}
