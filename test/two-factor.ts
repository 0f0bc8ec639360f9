import { randomUUID } from 'node:crypto'

import { register } from '#contract/users/auth.ts'
import { enableTwoFactor, setUpTwoFactor } from '#contract/users/two-factor.ts'

import type { TestApp } from './app.ts'
import { codeOf } from './authenticator-codes.ts'

/** Turns it on for the user of this token, as in the settings. Its first code is used then: see `forgetStep`. */
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

/** As if minutes had passed: current codes are unused again. */
export async function forgetStep(app: TestApp, userId: number): Promise<void> {
  await app.ctx.pool.query('update two_factor set last_step = 0 where user_id = $1', [userId])
}

/** The password of users registered here. */
export const password = 'a-long-password'

/** A registered user. */
export async function join(app: TestApp) {
  const email = `${randomUUID()}@example.com`
  const { body } = await app.call(register, { body: { name: 'Bo', email, password } })
  return { id: body.user.id, email, password, token: body.token }
}

/** A user who turned two-factor authentication on some minutes ago. */
export async function joinWithFactor(app: TestApp) {
  const user = await join(app)
  const factor = await turnOnFor(app, user)
  await forgetStep(app, user.id)
  return { ...user, ...factor }
}

/** Emails to a user about two-factor authentication. */
export async function emailsOfTwoFactor(app: TestApp, userId: number): Promise<string[]> {
  const { rows } = await app.ctx.pool.query(
    `select kind from emails where user_id = $1 and kind like any ('{two_factor%,recovery_code%}') order by kind`,
    [userId],
  )
  return rows.map(({ kind }) => kind)
}
