import { Secret, TOTP } from 'otpauth'

// Apart from two-factor.ts: files that journeys import are checked with the web app, and that one imports the
// whole server.

/** The code of an authenticator app, that many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** A code that is not this secret's, now or in the minutes around it. */
export function wrongCodeOf(secret: string): string {
  const near = new Set(Array.from({ length: 9 }, (_, at) => codeOf(secret, at - 4)))
  for (let code = 0; ; code += 1) {
    const digits = String(code).padStart(6, '0')
    if (!near.has(digits)) return digits
  }
}
