import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is handed out for the open internet; what ipaddr.js knows no name for lies outside it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address on the open internet. IPv4 in IPv6's clothes (::ffff:a.b.c.d) is judged as the IPv4 it is;
 * the older ::a.b.c.d, NAT64, 6to4 and Teredo are refused whole, since what they lead to is not ours to know.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/** A network off the open internet in which the operator lets providers and gateways lie: its address and its length. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** "10.0.0.0/8", "fd12::/16"; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined
}

/** True for an address on the open internet or in one of the networks; the two families never meet. */
export function isAllowedAddress(text: string, networks: readonly Network[]): boolean {
  if (isPublicAddress(text)) return true
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return networks.some((network) => network[0].kind() === address.kind() && address.match(network))
}

const ownRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', 'unspecified']

/** True for an address of this machine or of a network of somebody's own: nobody comes there from afar. */
export function isOwnAddress(text: string): boolean {
  return ipaddr.isValid(text) && ownRanges.includes(ipaddr.process(text).range())
}

/** The bare address of a URL's host when it is one, not a name: "[::1]" is "::1". */
export function toLiteralAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : undefined
}
