import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { findPassword, type StoredPassword } from '#server/users/user-passwords.ts'

import { isPassword } from './hash-password.ts'
import { giveTryBack, giveTryBackFrom, takeTry, type Tried } from './limit-tries.ts'
import { neighbourhoodOf, networkOf } from './networks.ts'
import type { Device } from './sessions-queries.ts'
import { takeTurn } from './sign-in-gate.ts'
import { isFamiliar } from './sign-ins/note-sign-in.ts'

type Given = { email: string; password: string; device: Device }

type Tries = {
  stored: StoredPassword
  /** It was no guess: what was counted is not held against whoever comes from there, or against the account. */
  giveBack: () => Promise<void>
}

/**
 * Looks whether an email has this password, as one try. Known and unknown emails take the same steps. Throws
 * `invalid_credentials`, `rate_limited`, `unavailable`.
 */
export async function tryPassword(ctx: Context, given: Given): Promise<Tries> {
  return takeTurn(given.device.address, () => tryInTurn(ctx, given))
}

async function tryInTurn(ctx: Context, { email, password, device }: Given): Promise<Tries> {
  const { address } = device
  const byNetwork: Tried = { what: 'login', parts: [email, networkOf(address)] }
  await takeTry(ctx, byNetwork)
  const stored = await findPassword(ctx.db, { email })
  const byAccount = await takeTryOfAccount(ctx, { email, userId: stored?.userId, device })
  const tried = [byNetwork, byAccount]
  const isRight = await isPasswordTried(ctx, tried, { password, stored: stored?.passwordHash, address })
  if (!isRight || stored === undefined) throw new AppError('invalid_credentials')
  const giveBack = async () => {
    await giveAllBack(ctx, tried)
    await giveTryBackFrom(ctx, 'login_address', address)
  }
  return { stored, giveBack }
}

/**
 * Guesses that come from many addresses are bounded for each account, which would let anybody lock its owner out. So whoever
 * comes from where the account was signed in to lately is not held to what strangers have used up, but to a bound of
 * that place alone.
 */
async function takeTryOfAccount(
  ctx: Context,
  { email, userId, device }: { email: string; userId: number | undefined; device: Device },
): Promise<Tried> {
  const byAccount: Tried = { what: 'login_account', parts: [email] }
  try {
    await takeTry(ctx, byAccount)
    return byAccount
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    // Of nobody, where nobody has the email: the same look takes the same time.
    if (!(await isFamiliar(ctx, { userId: userId ?? 0, device }))) throw error
    const byPlace: Tried = { what: 'login_place', parts: [email, neighbourhoodOf(device.address)] }
    await takeTry(ctx, byPlace)
    return byPlace
  }
}

/** A password that was not looked at was not guessed. */
async function isPasswordTried(
  ctx: Context,
  tried: readonly Tried[],
  { password, stored, address }: { password: string; stored: string | undefined; address: string },
): Promise<boolean> {
  try {
    return await isPassword(password, { stored, address })
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await giveAllBack(ctx, tried)
    throw error
  }
}

async function giveAllBack(ctx: Context, tried: readonly Tried[]): Promise<void> {
  await Promise.all(tried.map((one) => giveTryBack(ctx, one)))
}
