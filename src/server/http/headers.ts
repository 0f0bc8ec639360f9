import { createHash } from 'node:crypto'

import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The safety headers of every answer. Call it before anything is mounted. What is not a page may load nothing
 * at all; a page brings its own policy (`pagePolicy`), with a nonce.
 */
export async function mountHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): Promise<void> {
  await app.register(helmet, {
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
  // Nothing of the product asks for any of these.
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('permissions-policy', permissionsPolicy)
    done()
  })
}

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
