import { Secret, TOTP } from 'otpauth'

import { enableTwoFactor, setUpTwoFactor } from '#contract/two-factor.ts'

import type { TestApp } from './app.ts'

/** What an authenticator app shows at that many steps from now. */
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

/** Turned on for whoever has this token, as their settings do it. Its first code is used up: see `forgetStep`. */
export async function turnOnFor(
  app: TestApp,
  { token, password }: { token: string; password?: string },
): Promise<{ secret: string; codes: string[] }> {
  const begun = await app.call(setUpTwoFactor, { token, body: password === undefined ? {} : { password } })
  const { secret } = begun.body
  const on = await app.call(enableTwoFactor, { token, body: { code: codeOf(secret) } })
  if (on.status !== 200) throw new Error(`two-factor was not turned on: ${JSON.stringify(on.json)}`)
  return { secret, codes: on.body.recovery_codes }
}

/** As if some minutes had gone by: the codes of this moment are not used yet. */
export async function forgetStep(app: TestApp, userId: number): Promise<void> {
  await app.ctx.pool.query('update two_factor set last_step = 0 where user_id = $1', [userId])
}
