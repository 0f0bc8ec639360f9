import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { buildConnector } from 'undici'

import { isAllowedAddress, type Network } from './allowed-addresses.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** The name resolves to an address that may not be called. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/**
 * Connects only to checked addresses: all addresses of the name must be public or in an allowed network, and the socket
 * uses exactly these, so DNS rebinding has no effect. The timeout covers resolving, connecting and TLS.
 */
export function makeGuardedConnector({
  isGuarded,
  allowedNetworks = [],
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: {
  isGuarded: boolean
  allowedNetworks?: readonly Network[] | undefined
  connectTimeoutMs?: number | undefined
}): buildConnector.connector {
  // HTTP/2 clients retry requests automatically when a server goes away; here one attempt must stay one.
  const options = { allowH2: false, timeout: connectTimeoutMs, autoSelectFamily: true }
  return buildConnector(isGuarded ? { ...options, lookup: lookUpWithin(allowedNetworks) } : options)
}

/** A `lookup` for `net.connect`. Not called for literal addresses, which `checkUrl` checks. */
export function lookUpWithin(networks: readonly Network[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const isAllowed =
        addresses.length > 0 && addresses.every(({ address }) => isAllowedAddress(address, networks))
      if (!isAllowed) return callback(new AddressRefused(), [])
      const [first] = addresses
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first?.address ?? '', first?.family)
    })
  }
}
