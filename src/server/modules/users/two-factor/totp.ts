import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** What every authenticator app takes to be so, also where it does not read the URL's own. */
const form = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** A phone's clock may be a step off, either way. */
const WINDOW = 1
/** As long as the hash (RFC 4226). */
const SECRET_BYTES = 20

/** In base32, as apps take it. */
export function drawSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What the QR code says: whose it is and of which site, so that an app can name it. */
export function otpauthUrl({
  secret,
  issuer,
  account,
}: {
  secret: string
  issuer: string
  account: string
}): string {
  // Between the two a colon stands: a site's name has none.
  const named = issuer.replaceAll(':', ' ')
  return new TOTP({ ...form, issuer: named, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/** The 30 s step that this code is of, at that moment or a step beside it; undefined where it is of none. */
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
  // Compared in constant time by the library.
  const delta = TOTP.validate({
    ...form,
    token: code,
    secret: Secret.fromBase32(secret),
    window: WINDOW,
    timestamp,
  })
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
}

/** What a secret is sealed for: another's row does not open in its place. */
export function secretPurpose(userId: number): string {
  return `two-factor:${userId}`
}
