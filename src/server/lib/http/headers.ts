import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * The security headers of every response, computed once. This policy lets nothing load; pages replace it with their own
 * (`pagePolicy`).
 */
export function makeSafetyHeaders({ isSecure }: { isSecure: boolean }): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'permissions-policy': permissionsPolicy }
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Only behind TLS: browsers ignore it on plain HTTP.
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  // With these options helmet only sets headers.
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error
  })
  return headers
}

/** Call it before mounting routes. Requests that reach no hook get the headers in `refuse-unreadable.ts`. */
export function mountHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Features that the product never uses. */
const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Inline scripts and styles that a page may have: those with its nonce, or with exactly these texts. */
export type Trusted =
  | { readonly nonce: string }
  | { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** More sources, by directive. */
export type PolicySources = Readonly<Record<string, readonly string[]>>

/**
 * A page's Content-Security-Policy: own files, and inline scripts with the nonce. A cached page is the same for
 * everyone, so its nonce would be known: its inline scripts are listed by hash instead. Style attributes are allowed
 * (menu positions, bar widths). `more` lists what the page loads from elsewhere.
 */
export function pagePolicy({
  trusted,
  isSecure,
  more = {},
}: {
  trusted: Trusted
  isSecure: boolean
  more?: PolicySources
}): string {
  const [scripts, styles] =
    'nonce' in trusted
      ? [`'nonce-${trusted.nonce}'`, `'nonce-${trusted.nonce}'`]
      : [hashesOf(trusted.scripts), hashesOf(trusted.styles)]
  // Browsers ignore 'unsafe-inline' next to a hash or a nonce.
  const isAnyStyle = more['style-src']?.includes("'unsafe-inline'") === true
  const own: PolicySources = {
    'default-src': ["'none'"],
    'script-src': ["'self'", scripts],
    'style-src': isAnyStyle ? ["'self'"] : ["'self'", styles],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  const directives = [...new Set([...Object.keys(own), ...Object.keys(more)])]
  return [
    ...directives.map((name) => [name, ...(own[name] ?? []), ...(more[name] ?? [])].join(' ')),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function hashesOf(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}
