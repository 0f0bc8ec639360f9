import ipaddr from 'ipaddr.js'

/** One sender: an IPv4 address, or an IPv6 /64, which one customer holds. */
export function networkOf(address: string): string {
  return cut(address, { ipv4: 4, ipv6: 8 })
}

/** A party's neighbouring networks: IPv4 /24, IPv6 /48. */
export function widerNetworkOf(address: string): string {
  return cut(address, { ipv4: 3, ipv6: 6 })
}

/** The range that an internet provider assigns to a customer over time: IPv4 /16, IPv6 /32. */
export function neighbourhoodOf(address: string): string {
  return cut(address, { ipv4: 2, ipv6: 4 })
}

/** The first bytes; mapped IPv4 counts as IPv4. A text that is not an address is returned unchanged. */
function cut(address: string, bytesOf: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.toByteArray().slice(0, bytesOf[parsed.kind()]).join('.')
}
