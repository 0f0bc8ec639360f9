import type { ErrorCode } from '#contract/base/error-catalogue.ts'
import { AppError } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import type { SecurityEvent } from '#server/lib/log/make-security-log.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findUserByEmail, getUser } from '#server/modules/users/get-user.ts'
import {
  type CodeOwner,
  proveCode,
  type ProvenCode,
  takeCode,
  hasTwoFactor,
} from '#server/modules/users/two-factor/prove-code.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { makeTokenSigner } from './authenticate.ts'
import { recordSignIn, type Familiar, findFamiliar, openSession } from './start-session.ts'
import type { Device } from './sessions-queries.ts'
import { isPassword, type Lane } from './hash-password.ts'
import { giveBack, takeTry, type Tried, triedFrom } from './limit-tries.ts'
import { neighbourhoodOf, networkOf, widerNetworkOf } from './networks.ts'
import { findPassword, type StoredPassword } from './password-queries.ts'

/**
 * Exchanges email, password and, if the account has a second factor, a code for a token. Known and unknown emails take
 * the same steps and get the same answer: only a correct password reveals that an account is blocked or needs a code,
 * and a wrong code is answered like a wrong password. Throws `invalid_credentials`, `two_factor_required`,
 * `account_blocked`, `rate_limited`, `unavailable`.
 */
export async function logIn(
  ctx: Context,
  {
    email,
    password,
    code,
    device,
  }: { email: string; password: string; code?: string | undefined; device: Device },
): Promise<{ token: string; user: User }> {
  const { stored, giveTriesBack } = await tryPassword(ctx, { email, password, device })
  const { userId, status, sessionEpoch } = stored
  if (status === 'blocked') throw new AppError('account_blocked')
  const asked = { userId, epoch: sessionEpoch, address: device.address }
  const proven = code === undefined || code === '' ? undefined : await proveWhereAsked(ctx, asked, code)

  // Refusals are thrown inside the tx, so that no code is used up without a session.
  const opening = transact(ctx, async (tx, publish) => {
    const id = await openSession(tx, publish, { userId, epoch: sessionEpoch, device })
    // The password was changed or the user blocked since it was read.
    if (id === undefined) throw new AppError('invalid_credentials')
    // Checked under the lock of `openSession`: a second factor being turned on is either seen here or ends this
    // session.
    if (proven === undefined && (await hasTwoFactor(tx, userId))) throw new AppError('two_factor_required')
    if (proven !== undefined && !(await takeCode(tx, publish, proven)))
      throw new AppError('invalid_credentials')
    await recordSignIn(ctx, tx, publish, { userId, device, isEmailed: true })
    return id
  })
  const sessionId = await opening.catch(async (error: unknown) => {
    // The password was correct.
    if (error instanceof AppError && error.code === 'two_factor_required') await giveTriesBack()
    throw error
  })
  const [user] = await Promise.all([getUser(ctx.db, userId), giveTriesBack()])
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user }
}

type Credentials = { email: string; password: string; device: Device }

type CheckedPassword = {
  stored: StoredPassword
  /** Refunds the counted attempts after a correct password. */
  giveTriesBack: () => Promise<void>
}

/**
 * Checks a password as one login attempt. Known and unknown emails take the same steps. Throws
 * `invalid_credentials`, `rate_limited`, `unavailable`.
 */
async function tryPassword(ctx: Context, given: Credentials): Promise<CheckedPassword> {
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
  return { stored, giveTriesBack: () => giveBack(ctx, [...tried, ...triedFrom('login_address', address)]) }
}

async function countTry(
  ctx: Context,
  { email, device }: Credentials,
): Promise<{ stored: StoredPassword | undefined; tried: Tried[]; lane: Lane }> {
  const { address } = device
  const stored = await findPassword(ctx.db, { email })
  // A new password has its own attempts: using up those of the old one does not block it.
  const { userId = 0, sessionEpoch: epoch = 0 } = stored ?? {}
  const byNetwork: Tried = { what: 'login', parts: [email, networkOf(address), epoch] }
  await takeTry(ctx, byNetwork)
  // Also for an unknown email, as user 0: it takes the same time.
  const familiar = await findFamiliar(ctx, { userId, device })
  const byAccount = await takeTryOfAccount(ctx, { email, epoch, device, familiar })
  const lane = familiar.isHome || familiar.isNear ? 'known' : 'unknown'
  return { stored, tried: [byNetwork, ...byAccount], lane }
}

/**
 * Guesses from many addresses are limited per account, which alone would let anyone lock out the owner. So a network
 * from which the account recently signed in is limited only by its own count, and a place near one with the same
 * browser, since addresses change, by a count that neighbours share. Returns what was counted.
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
 * Networks take turns before anything reaches the database: the attempts of one network update one row, and a flood of
 * them would hold every connection while waiting for each other.
 */
// Counting takes half a millisecond: about a second with a full queue.
const counting = makeSemaphore({ runningMax: 4, waitingMax: 2_000, waitMs: 10_000 })

/** Throws `unavailable` if too many of that network are waiting. */
export function queueByNetwork<T>(address: string, work: () => Promise<T>): Promise<T> {
  return counting(work, { from: [widerNetworkOf(address), networkOf(address)] })
}

/** Undefined if the account has no second factor: an unrequested code is ignored. */
async function proveWhereAsked(
  ctx: Context,
  asked: CodeOwner,
  code: string,
): Promise<ProvenCode | undefined> {
  if (!(await hasTwoFactor(ctx.db, asked.userId))) return undefined
  const proven = await proveCode(ctx, asked, code)
  if (proven === undefined) throw new AppError('invalid_credentials')
  return proven
}

/** Being asked for a code is not a failure, but it shows that the password is known. */
const events: Partial<Record<ErrorCode, SecurityEvent>> = {
  invalid_credentials: 'login_failed',
  account_blocked: 'login_failed',
  two_factor_required: 'second_factor_asked',
}

/** Logs the outcome of a sign-in as a security event, with the user's id rather than the email. */
export async function logOutcome<Result extends { user: Pick<User, 'id'> }>(
  ctx: Context,
  { email, address }: { email: string; address: string },
  logIn: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await logIn()
    ctx.security.note('signed_in', { userId: result.user.id, address })
    return result
  } catch (error) {
    // Not awaited, so that known and unknown emails are answered in the same time.
    const event = error instanceof AppError ? events[error.code] : undefined
    if (error instanceof AppError && event !== undefined)
      void logRefusal(ctx, event, { email, address, code: error.code })
    throw error
  }
}

async function logRefusal(
  ctx: Context,
  event: SecurityEvent,
  { email, address, code }: { email: string; address: string; code: ErrorCode },
): Promise<void> {
  // During a flood the lookup is skipped.
  const isAsked = ctx.security.hasRoom(event, address)
  const user = isAsked ? await findUserByEmail(ctx.db, email).catch(() => undefined) : undefined
  ctx.security.note(event, { userId: user?.id, address, code })
}
