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

/** The bare address of a URL's host when it is one, not a name: "[::1]" is "::1". */
export function toLiteralAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : undefined
}
