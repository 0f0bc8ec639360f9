import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { buildConnector } from 'undici'

import { isAllowedAddress, type Network } from './public-address.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** A name that resolves to an address that may not be called. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/**
 * Opens connections only to addresses that were checked: the name is resolved here, every address it has must be
 * public or in an allowed network, and the socket gets these very addresses, so a second answer of the name server (rebinding) is never
 * asked for. The time limit covers resolving, connecting and TLS.
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
  // HTTP/2 repeats requests by itself when a server goes away; one try must stay one.
  const options = { allowH2: false, timeout: connectTimeoutMs, autoSelectFamily: true }
  return buildConnector(isGuarded ? { ...options, lookup: lookUpWithin(allowedNetworks) } : options)
}

/** In the form that `net.connect` calls; a literal address never comes here and is checked with the URL. */
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
