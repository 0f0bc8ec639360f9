import { createHash, timingSafeEqual } from 'node:crypto'
import { encodePhpJson } from './php-json.ts'

/** md5 of base64(body) followed by the key: the signature of a request, and of a webhook without its `sign`. */
export function signBody(body: string | Buffer, key: string): string {
  const base64 = Buffer.from(body).toString('base64')
  return createHash('md5')
    .update(base64 + key)
    .digest('hex')
}

export function isSignedBy(body: Buffer, key: string, sign: string): boolean {
  const [given, expected] = [Buffer.from(sign), Buffer.from(signBody(body, key))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A webhook's body as PHP writes it, with `sign` as its last member. */
export function signWebhook(members: Record<string, unknown>, key: string): string {
  const body = encodePhpJson(members)
  return `${body.slice(0, -1)},"sign":"${signBody(body, key)}"}`
}
