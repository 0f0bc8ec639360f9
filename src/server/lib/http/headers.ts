import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * The safety headers, which every answer carries. What is not a page may load nothing at all; a page brings its own
 * policy (`pagePolicy`), with a nonce. They are the same for everybody, so they are made once.
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
    // Only behind TLS: on plain HTTP it would be ignored, on a developer's loopback it would be a nuisance.
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  // It looks at no request, and does nothing else to an answer.
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error
  })
  return headers
}

/** Call it before anything is mounted. What no hook sees sets them by hand (`refuse-unreadable.ts`). */
export function mountHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Nothing of the product asks for any of these. */
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

/** What of a page may run and dress it beside files of our own: what carries its nonce, or is one of these texts. */
export type Trusted =
  | { readonly nonce: string }
  | { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/**
 * A page's Content-Security-Policy: scripts of our own and the ones that carry the nonce, nothing inline otherwise. A page
 * that is the same for everybody has no nonce, since whoever read it would know it: its inline texts are named by their
 * hashes, and it has no others. Style attributes are allowed (positions of menus, widths of bars).
 */
export function pagePolicy({ trusted, isSecure }: { trusted: Trusted; isSecure: boolean }): string {
  const [scripts, styles] =
    'nonce' in trusted
      ? [`'nonce-${trusted.nonce}'`, `'nonce-${trusted.nonce}'`]
      : [hashesOf(trusted.scripts), hashesOf(trusted.styles)]
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function hashesOf(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}
