import { isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

/**
 * The client's IP address, by TRUST_PROXY. Some proxies add a port or brackets: they are removed, or every connection would
 * count as another client. If a proxy sends something that is not an address, the peer's own address counts.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const bare = bareAddress(ip)
  if (isIP(bare) !== 0) return bare
  return socket.remoteAddress === undefined ? 'unknown' : bareAddress(socket.remoteAddress)
}

/** The bare address of `[::1]:80`, `[::1]`, `192.0.2.7:80` or `fe80::1%eth0`. */
function bareAddress(given: string): string {
  const { bracketed, dotted } =
    /^(?:\[(?<bracketed>[^\]]*)\]|(?<dotted>[\d.]+))(?::\d{1,5})?$/.exec(given)?.groups ?? {}
  return (bracketed ?? dotted ?? given).replace(/%.*$/, '')
}
