import { randomBytes } from 'node:crypto'

import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import type { Context } from '#server/context.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeDayCounter, recountAllDays } from '#server/modules/reports/counting/count-days.ts'
import { makeDeliveryCounter } from '#server/modules/reports/delivery/count-deliveries.ts'
import { isEasyPassword } from '#server/modules/users/auth/easy-passwords.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { registerUser } from '#server/modules/users/auth/register-user.ts'
import { setPassword } from '#server/modules/users/auth/change-password.ts'
import { findUserByEmail } from '#server/modules/users/get-user.ts'

import { DEMO_EMAIL, demoPeople, demoStaff } from './demo-people.ts'
import { importEverything } from './import-everything.ts'
import { inOneTx } from './in-one-tx.ts'
import { playScenes } from './play-scenes.ts'
import { writeHistory } from './write-history.ts'

/** Only the hash is stored, so the password is known only if it was configured or just generated. */
export type DemoCustomer = { email: string; password?: string }

/**
 * Creates a catalogue and a month of a shop: customers, staff, deposits, orders, tickets. If the demo customer exists,
 * it only gets DEMO_PASSWORD, if set. All in one tx: after a crash the next start begins again.
 */
export async function fillDemo(
  ctx: Context,
  {
    sandbox,
    providerId,
    say,
  }: { sandbox: SandboxAddresses; providerId: number; say: (line: string) => void },
): Promise<DemoCustomer> {
  const { demoPassword } = ctx.config
  if (demoPassword !== undefined && (await isEasyPassword(ctx, demoPassword, DEMO_EMAIL)))
    throw new ConfigError('DEMO_PASSWORD is too easy to guess; choose another.')
  const known = await findUserByEmail(ctx.db, DEMO_EMAIL)
  if (known !== undefined) {
    if (demoPassword !== undefined) await setPassword(ctx, { userId: known.id, password: demoPassword })
    return toCustomer(demoPassword)
  }

  say('Filling in the demo …')
  await importEverything(ctx, providerId)
  const password = demoPassword ?? randomBytes(9).toString('base64url')
  if (await hasDemoPeople(ctx)) {
    await registerUser(ctx, { name: 'Demo Customer', email: DEMO_EMAIL, password })
    return toCustomer(password)
  }
  const now = Date.now()
  const passwordHash = await hashPassword(password, undefined)
  await inOneTx(ctx, async (tx) => {
    await writeHistory(tx.one, { sandbox, providerId, passwordHash, now })
    await playScenes(tx, { sandbox, providerId, now })
    // The fill adds to days that may already have been counted.
    await recountAllDays(tx.one)
  })
  await countFigures(ctx)
  return toCustomer(password)
}

/** So that the first page shows figures; counting continues where it stopped. A day of the demo has few orders. */
async function countFigures(ctx: Context): Promise<void> {
  const byDay = { firstMs: 24 * 3_600_000 }
  for (const count of [makeDayCounter(ctx, byDay), makeDeliveryCounter(ctx, byDay)])
    while ((await count()) !== false);
}

/** They remain when the demo customer is deleted. */
async function hasDemoPeople({ db }: Context): Promise<boolean> {
  const emails = [...demoPeople, ...Object.values(demoStaff)].map(({ email }) => email)
  const found = await db.selectFrom('users').select('id').where('email', 'in', emails).executeTakeFirst()
  return found !== undefined
}

/** The demo customer of an earlier start. */
export async function findDemoCustomer(ctx: Context): Promise<DemoCustomer | undefined> {
  return (await findUserByEmail(ctx.db, DEMO_EMAIL)) && toCustomer(undefined)
}

function toCustomer(password: string | undefined): DemoCustomer {
  return { email: DEMO_EMAIL, ...(password !== undefined && { password }) }
}
