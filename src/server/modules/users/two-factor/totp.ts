import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** What every authenticator app assumes, even if it ignores the URL's parameters. */
const form = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** A device's clock may be one step off, either way. */
const WINDOW = 1
/** As long as the hash (RFC 4226). */
const SECRET_BYTES = 20

/** Base32, as apps take it. */
export function drawSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The content of the QR code, naming site and account. */
export function otpauthUrl({
  secret,
  issuer,
  account,
}: {
  secret: string
  issuer: string
  account: string
}): string {
  // A colon separates the two.
  const named = issuer.replaceAll(':', ' ')
  return new TOTP({ ...form, issuer: named, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/** The 30 s step of the code, at most one step from `now`; undefined for a wrong code. */
export function findStep({
  secret,
  code,
  now,
}: {
  secret: string
  code: string
  now: Date
}): bigint | undefined {
  const timestamp = now.getTime()
  // The library compares in constant time.
  const delta = TOTP.validate({
    ...form,
    token: code,
    secret: Secret.fromBase32(secret),
    window: WINDOW,
    timestamp,
  })
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
}

/** Binds an encrypted secret to its user, so that it can't be decrypted from another user's row. */
export function secretPurpose(userId: number): string {
  return `two-factor:${userId}`
}
