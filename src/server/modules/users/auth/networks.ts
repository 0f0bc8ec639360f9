import ipaddr from 'ipaddr.js'

/** Whoever sends from here is one: an address of IPv4, and in IPv6, where a customer has 2^64 of them, a /64. */
export function networkOf(address: string): string {
  return cut(address, { ipv4: 4, ipv6: 8 })
}

/** What one party is seen to hold of neighbouring networks: a /24 of IPv4, a /48 of IPv6. */
export function widerNetworkOf(address: string): string {
  return cut(address, { ipv4: 3, ipv6: 6 })
}

/** What one provider hands out, at home and on the way: a /16 of IPv4, a /32 of IPv6. */
export function neighbourhoodOf(address: string): string {
  return cut(address, { ipv4: 2, ipv6: 4 })
}

/** Its first bytes; a mapped address is what it maps. What is no address is a network of its own. */
function cut(address: string, bytesOf: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.toByteArray().slice(0, bytesOf[parsed.kind()]).join('.')
}
