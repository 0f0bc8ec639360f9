import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { makeFairGate } from '#server/lib/limits/fair-gate.ts'

import { isPassword, type Lane } from './hash-password.ts'
import { giveBack, takeTry, type Tried, triedFrom } from './limit-tries.ts'
import { neighbourhoodOf, networkOf, widerNetworkOf } from './networks.ts'
import { findPassword, type StoredPassword } from './password-queries.ts'
import { type Familiar, findFamiliar } from './record-sign-in.ts'
import type { Device } from './sessions-queries.ts'

type Credentials = { email: string; password: string; device: Device }

type CheckedPassword = {
  stored: StoredPassword
  /** Refunds the counted attempts after a right password. */
  giveBack: () => Promise<void>
}

/**
 * Checks a password as one login attempt. Known and unknown emails take the same steps. Throws
 * `invalid_credentials`, `rate_limited`, `unavailable`.
 */
export async function tryPassword(ctx: Context, given: Credentials): Promise<CheckedPassword> {
  const { address } = given.device
  // The hash is computed outside this queue, so that a flood waiting for hashes does not hold up counting.
  const { stored, tried, lane } = await queueByNetwork(address, () => countTry(ctx, given))
  const isRight = await isPasswordTried(ctx, tried, {
    password: given.password,
    stored: stored?.passwordHash,
    address,
    lane,
  })
  if (!isRight || stored === undefined) throw new AppError('invalid_credentials')
  return { stored, giveBack: () => giveBack(ctx, [...tried, ...triedFrom('login_address', address)]) }
}

async function countTry(
  ctx: Context,
  { email, device }: Credentials,
): Promise<{ stored: StoredPassword | undefined; tried: Tried[]; lane: Lane }> {
  const { address } = device
  const stored = await findPassword(ctx.db, { email })
  // A new password has attempts of its own: using up those of the old one does not block it.
  const { userId = 0, sessionEpoch: epoch = 0 } = stored ?? {}
  const byNetwork: Tried = { what: 'login', parts: [email, networkOf(address), epoch] }
  await takeTry(ctx, byNetwork)
  // For an unknown email too, of user 0: it takes the same time.
  const familiar = await findFamiliar(ctx, { userId, device })
  const byAccount = await takeTryOfAccount(ctx, { email, epoch, device, familiar })
  const lane = familiar.isHome || familiar.isNear ? 'known' : 'unknown'
  return { stored, tried: [byNetwork, ...byAccount], lane }
}

/**
 * Guesses from many addresses are limited per account, which alone would let anyone lock out the owner. So a
 * network from which the account was signed in to lately is limited by its own count only, and a place near
 * one with the same browser, since addresses change, by a count that neighbours share. Answers what was
 * counted.
 */
async function takeTryOfAccount(
  ctx: Context,
  {
    email,
    epoch,
    device,
    familiar: { isHome, isNear },
  }: { email: string; epoch: number; device: Device; familiar: Familiar },
): Promise<Tried[]> {
  const byAccount: Tried = { what: 'login_account', parts: [email, epoch] }
  try {
    await takeTry(ctx, byAccount)
    return [byAccount]
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    if (isHome) return []
    if (!isNear) throw error
    const byPlace: Tried = { what: 'login_place', parts: [email, neighbourhoodOf(device.address), epoch] }
    await takeTry(ctx, byPlace)
    return [byPlace]
  }
}

/** Refunds the attempt if the password was not checked. */
async function isPasswordTried(
  ctx: Context,
  tried: readonly Tried[],
  { password, ...shown }: { password: string; stored: string | undefined; address: string; lane: Lane },
): Promise<boolean> {
  try {
    return await isPassword(password, shown)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await giveBack(ctx, tried)
    throw error
  }
}

/**
 * Networks take turns before anything reaches the database: the attempts of one network update one row, and
 * a flood of them would hold every connection while they wait for each other.
 */
// Counting takes half a millisecond: about a second when the queue is full.
const gate = makeFairGate({ runningMax: 4, waitingMax: 2_000 })

/** Throws `unavailable` if too many of that network are waiting. */
export function queueByNetwork<T>(address: string, work: () => Promise<T>): Promise<T> {
  return gate([widerNetworkOf(address), networkOf(address)], work)
}
