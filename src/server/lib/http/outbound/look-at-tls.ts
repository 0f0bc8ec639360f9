import type { TLSSocket } from 'node:tls'

import type { Found } from '#contract/base/connection-test.ts'

import { checkUrl, type Reach } from './allowed-url.ts'
import { makeGuardedConnector } from './guarded-connector.ts'

/** `not_seen`: there is no TLS to look at, since nothing answers there or the address may not be called. */
export type TlsLook =
  | { kind: 'good'; days: number; protocol: string }
  | { kind: 'refused'; error: string }
  | { kind: 'not_seen' }

const DAY_MS = 86_400_000
const refusals: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate is over',
  CERT_NOT_YET_VALID: 'its certificate does not hold yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is its own word only',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not show the certificates between its own and a known one',
  UNABLE_TO_GET_ISSUER_CERT: 'it does not show the certificates between its own and a known one',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Opens a connection as every call there does, looks at its certificate, and closes it. Of an https address. */
export async function lookAtTls(address: string, reach: Reach, now: Date): Promise<TlsLook> {
  const checked = checkUrl(address, reach)
  if ('refusal' in checked) return { kind: 'not_seen' }
  const { url } = checked
  const connect = makeGuardedConnector({
    isGuarded: url.origin !== reach.allowedOrigin,
    allowedNetworks: reach.allowedNetworks,
  })
  const { hostname, host, protocol, port } = url
  const target = { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port: port || '443' }
  return new Promise((resolve) => {
    connect(target, (error, socket) => {
      if (error !== null) return resolve(toRefusal(error))
      const tls = socket as TLSSocket // of an https address
      const days = Math.floor((Date.parse(tls.getPeerCertificate().valid_to) - now.getTime()) / DAY_MS)
      const look: TlsLook = { kind: 'good', days, protocol: tls.getProtocol() ?? 'TLS' }
      tls.destroy()
      resolve(look)
    })
  })
}

function toRefusal(error: Error): TlsLook {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = refusals[code]
  if (known !== undefined) return { kind: 'refused', error: known }
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO)/.test(code)
  return isTls ? { kind: 'refused', error: `TLS fails (${code})` } : { kind: 'not_seen' }
}

/** Two weeks, in which somebody is told and does something. */
const SOON_DAYS = 14

/** What there is to say of how an address is encrypted. */
export async function findTls(address: string, reach: Reach, now: Date): Promise<Found[]> {
  if (URL.parse(address)?.protocol !== 'https:')
    return isOwn(address, reach) ? [] : [{ code: 'not_encrypted' }]
  const look = await lookAtTls(address, reach, now)
  if (look.kind === 'not_seen') return []
  if (look.kind === 'refused') return [{ code: 'tls_refused', details: { error: look.error } }]
  const { days, protocol } = look
  return [{ code: days < SOON_DAYS ? 'tls_ends_soon' : 'tls_good', details: { days, protocol } }]
}

/** On this very machine nobody reads along. */
function isOwn(address: string, { allowedOrigin }: Reach): boolean {
  return URL.parse(address)?.origin === allowedOrigin
}
