import { isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

/**
 * The client's address, by TRUST_PROXY. Some proxies write a port or brackets beside it, and another connection is no
 * other client. What is no address at all counts as whoever is connected, so that rubbish is nobody new.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const bare = bareAddress(ip)
  if (isIP(bare) !== 0) return bare
  return socket.remoteAddress === undefined ? 'unknown' : bareAddress(socket.remoteAddress)
}

/** `[::1]:80`, `[::1]`, `192.0.2.7:80` and `fe80::1%eth0` without what is not the address. */
function bareAddress(given: string): string {
  const { bracketed, dotted } =
    /^(?:\[(?<bracketed>[^\]]*)\]|(?<dotted>[\d.]+))(?::\d{1,5})?$/.exec(given)?.groups ?? {}
  return (bracketed ?? dotted ?? given).replace(/%.*$/, '')
}
