import * as z from 'zod/mini'

import { type Diagnosed, PROBE_MS, type Probed, probed, probeSite } from '#contract/operations/diagnostics.ts'
import { isLoopback } from '#server/boot/config-addresses.ts'
import type { Context } from '#server/context.ts'
import { askOwnSite } from '#server/integrations/ask-own-site.ts'
import { isOwnAddress } from '#server/lib/http/outbound/allowed-addresses.ts'
import { readCertificate } from '#server/lib/http/outbound/check-tls.ts'
import type { GuardedAnswer } from '#server/lib/http/outbound/guarded-fetch.ts'

import { makeProbeToken } from './probe-token.ts'

/** Enough time to be notified and to renew. Certificates for days or hours are renewed with a third of it left. */
const SOON_DAYS = 14
const SOON_LEFT = 1 / 4
const STREAM_MS = 1_000
/** Statuses of a proxy that can't reach its server. */
const noUpstream = [502, 503, 504]
/** A documentation address (RFC 5737), which no client has. */
const INVENTED = '192.0.2.77'

type Own = Pick<Context, 'config' | 'secrets' | 'clock'>

/** PUBLIC_URL as browsers see it: its certificate, how proxies change a request, and whether streams are unbuffered. */
export async function checkSite(ctx: Own): Promise<Diagnosed[]> {
  const { publicUrl } = ctx.config
  const [certificate, answer] = await Promise.all([
    checkCertificate(ctx),
    askOwnSite({
      publicUrl,
      path: `${probeSite.path}?token=${makeProbeToken(ctx)}`,
      headers: { 'x-forwarded-for': INVENTED },
    }),
  ])
  const [first] = certificate
  if (first?.code === 'certificate_refused') return certificate
  return [...findAddress(ctx.config), ...certificate, ...findAnswer(ctx.config, answer)]
}

async function checkCertificate({ config: { publicUrl }, clock }: Own): Promise<Diagnosed[]> {
  if (!publicUrl.startsWith('https:')) return []
  const certificate = await readCertificate(publicUrl, { allowedOrigin: publicUrl }, clock())
  if (certificate.kind === 'not_seen') return []
  if (certificate.kind === 'refused')
    return [{ code: 'certificate_refused', details: { fault: certificate.fault } }]
  const { days, left } = certificate
  const isSoon = days < SOON_DAYS && left < SOON_LEFT
  return [{ code: isSoon ? 'certificate_ends_soon' : 'certificate_good', details: { days } }]
}

function findAddress({ publicUrl: address, sandbox }: Context['config']): Diagnosed[] {
  const { hostname, protocol } = new URL(address)
  if (isLoopback(hostname))
    return [{ code: sandbox ? 'site_local' : 'site_local_live', details: { address } }]
  return protocol === 'http:' ? [{ code: 'site_plain_http', details: { address } }] : []
}

function findAnswer(config: Context['config'], answer: GuardedAnswer): Diagnosed[] {
  const { publicUrl: address } = config
  if (answer.kind !== 'answered')
    return [{ code: 'site_not_reached', details: { address, fault: answer.fault } }]
  const { status, location, body, firstByteMs = 0 } = answer
  if (location !== undefined) return [{ code: 'site_redirected', details: { address, location } }]
  if (noUpstream.includes(status))
    return [{ code: 'site_no_upstream', details: { address, http_status: status } }]
  const seen = status === 200 ? readProbed(body.toString('utf8')) : undefined
  if (seen === undefined) return [{ code: 'site_is_other', details: { address, http_status: status } }]
  const milliseconds = Math.round(firstByteMs)
  const isHeldBack = milliseconds >= PROBE_MS
  return [
    ...(isHeldBack ? [] : [{ code: 'site_reached' as const, details: { address, milliseconds } }]),
    ...judgeProxy(config, seen),
    isHeldBack
      ? { code: 'streams_buffered' }
      : { code: milliseconds > STREAM_MS ? 'streams_slow' : 'streams_good', details: { milliseconds } },
  ]
}

/** The event of a probe; undefined if another site responded. */
function readProbed(stream: string): Probed | undefined {
  const [, data = ''] = /^data: (.*)$/m.exec(stream) ?? []
  try {
    return z.parse(probed, JSON.parse(data))
  } catch {
    return undefined
  }
}

/**
 * Judges what arrived of a request sent with an invented X-Forwarded-For: a proxy overwrites it or appends the client's
 * address, and TRUST_PROXY must include the proxies and nothing else.
 */
export function judgeProxy(
  { publicUrl, trustProxy }: Pick<Context['config'], 'publicUrl' | 'trustProxy'>,
  {
    address,
    peer,
    forwarded_for: forwarded,
    forwarded_proto: proto,
    cf_connecting_ip: beforeCloudflare = null,
  }: Probed,
): Diagnosed[] {
  const entries = forwarded?.split(',').map((entry) => entry.trim()) ?? []
  // The product itself has no certificate, so https always means a proxy.
  const isHttps = publicUrl.startsWith('https:')
  const isUntouched = entries.length === 1 && entries[0] === INVENTED
  const expected = isHttps ? 'https' : 'http'
  const sent = proto?.split(',')[0]?.trim()
  const protocol: Diagnosed[] =
    sent === undefined || sent === expected ? [] : [{ code: 'protocol_wrong', details: { sent, expected } }]
  if (address === INVENTED) {
    const last = entries.at(-1) ?? ''
    // The last entry is this machine as the proxy sees it. In a private network TRUST_PROXY may rightly include it.
    const isOwn = !isUntouched && isOwnAddress(last)
    return [{ code: isOwn ? 'proxy_unproven' : 'proxy_forgeable' }, ...protocol]
  }
  if (entries.length === 0 || (isUntouched && isHttps)) return [{ code: 'proxy_silent' }, ...protocol]
  if (isUntouched) return [{ code: trustProxy === false ? 'proxy_none' : 'proxy_missing' }, ...protocol]
  // Behind Cloudflare and another proxy, trusting only the latter makes Cloudflare's servers the clients.
  if (
    trustProxy !== false &&
    beforeCloudflare !== null &&
    beforeCloudflare !== address &&
    entries.includes(address)
  )
    return [{ code: 'proxy_untrusted', details: { address } }, ...protocol]
  if (trustProxy !== false && entries.includes(address)) return [{ code: 'proxy_good' }, ...protocol]
  return [{ code: 'proxy_untrusted', details: { address: peer } }, ...protocol]
}
