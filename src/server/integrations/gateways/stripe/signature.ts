import { createHmac, timingSafeEqual } from 'node:crypto'

/** An older signature may be on a stored copy. */
const TOLERANCE_MS = 300_000

/**
 * Verifies `Stripe-Signature: t=…,v1=…`: HMAC-SHA256 of `t.body` with the endpoint's signing secret. While a secret is
 * being replaced there is one `v1` for each, one of which must match; other schemes are ignored.
 */
export function isSignedBody(
  raw: Buffer,
  { header, secret, now }: { header: string; secret: string; now: Date },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() - Number(time) * 1000) > TOLERANCE_MS) return false
  const expected = Buffer.from(sign(raw, { time, secret }))
  const given = parts.filter(([name]) => name === 'v1').map(([, value = '']) => Buffer.from(value))
  // All are compared, so that timing reveals nothing about any.
  return given.filter((one) => one.length === expected.length && timingSafeEqual(one, expected)).length > 0
}

/** Lower-case hex; `time` in Unix seconds. */
export function sign(raw: Buffer | string, { time, secret }: { time: string; secret: string }): string {
  return createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex')
}
