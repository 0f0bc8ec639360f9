import ipaddr from 'ipaddr.js'

import { invalidFields } from '#contract/base/errors.ts'

/** Normalizes and deduplicates addresses and networks. Throws `invalid_fields` for anything else. */
export function toAllowed(written: readonly string[]): string[] {
  const read = written.map(toNetwork)
  const known = read.filter((each) => each !== undefined)
  if (known.length < read.length) throw invalidFields({ allowed_addresses: { code: 'network_invalid' } })
  return [...new Set(known)]
}

/** An empty list allows every address. */
export function isFrom(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const asked = ipaddr.process(address)
  return allowed.some((each) => {
    const [network, bits] = ipaddr.parseCIDR(each)
    return network.kind() === asked.kind() && asked.match(network, bits)
  })
}

function toNetwork(text: string): string | undefined {
  if (ipaddr.isValid(text)) {
    const address = ipaddr.process(text)
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
  }
  if (!ipaddr.isValidCIDR(text)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  // IPv4 mapped into IPv6 becomes IPv4, as callers' addresses do.
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
  return isMapped ? `${address.toIPv4Address().toString()}/${bits - 96}` : `${address.toString()}/${bits}`
}
