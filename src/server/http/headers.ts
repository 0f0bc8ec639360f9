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
}

/**
 * A page's Content-Security-Policy: scripts of our own and the ones that carry the nonce, nothing inline otherwise.
 * Style attributes are allowed (positions of menus, widths of bars), style elements are not.
 */
export function pagePolicy({ nonce, isSecure }: { nonce: string; isSecure: boolean }): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
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
