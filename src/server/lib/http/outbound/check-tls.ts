import type { TLSSocket } from 'node:tls'

import type { Found } from '#contract/base/connection-test.ts'
import type { Fault } from '#contract/base/faults.ts'

import { checkUrl, type Reach } from './allowed-addresses.ts'
import { makeGuardedConnector } from './guarded-connector.ts'

/** `not_seen`: nothing answered, or the address may not be called. */
export type Certificate =
  | {
      kind: 'good'
      days: number
      protocol: string
      /** The part of its lifetime that is left. */ left: number
    }
  | { kind: 'refused'; fault: Fault }
  | { kind: 'not_seen' }

const DAY_MS = 86_400_000
const refusals: Readonly<Record<string, Extract<Fault['code'], `certificate_${string}`>>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_early',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_name',
}

/** Connects like any call to this https URL, reads the certificate, and disconnects. */
export async function readCertificate(address: string, reach: Reach, now: Date): Promise<Certificate> {
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
      const { valid_from: from, valid_to: to } = tls.getPeerCertificate()
      const leftMs = Date.parse(to) - now.getTime()
      const certificate: Certificate = {
        kind: 'good',
        days: Math.floor(leftMs / DAY_MS),
        left: leftMs / (Date.parse(to) - Date.parse(from)),
        protocol: tls.getProtocol() ?? 'TLS',
      }
      tls.destroy()
      resolve(certificate)
    })
  })
}

function toRefusal(error: Error): Certificate {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = refusals[code]
  if (known !== undefined) return { kind: 'refused', fault: { code: known, details: {} } }
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO)/.test(code)
  const fault = { code: 'tls_failed', details: { error_code: code } } as const
  return isTls ? { kind: 'refused', fault } : { kind: 'not_seen' }
}

/** Enough time to notice and renew it. */
const SOON_DAYS = 14

/** Findings of a connection test about TLS. */
export async function testTls(address: string, reach: Reach, now: Date): Promise<Found[]> {
  if (URL.parse(address)?.protocol !== 'https:')
    return isOwn(address, reach) ? [] : [{ code: 'not_encrypted' }]
  const certificate = await readCertificate(address, reach, now)
  if (certificate.kind === 'not_seen') return []
  if (certificate.kind === 'refused') return [{ code: 'tls_refused', details: { fault: certificate.fault } }]
  const { days, protocol } = certificate
  return [{ code: days < SOON_DAYS ? 'tls_ends_soon' : 'tls_good', details: { days, protocol } }]
}

/** The sandbox is on this machine and needs no TLS. */
function isOwn(address: string, { allowedOrigin }: Reach): boolean {
  return URL.parse(address)?.origin === allowedOrigin
}
