import { AppError, type ErrorCode } from '#contract/base/errors.ts'
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
} from '#server/modules/users/two-factor/prove-code.ts'
import { hasTwoFactor } from '#server/modules/users/two-factor/two-factor-queries.ts'

import { makeTokenSigner } from './authenticate.ts'
import { recordSignIn } from './record-sign-in.ts'
import type { Device } from './sessions-queries.ts'
import { openSession } from './start-session.ts'
import { tryPassword } from './try-password.ts'

/**
 * Exchanges email, password and, if the account has a second factor, a code for a token. Known and unknown
 * emails take the same steps and get the same answer: only a right password learns that an account is
 * blocked or needs a code, and a wrong code is answered like a wrong password. Throws `invalid_credentials`,
 * `two_factor_required`, `account_blocked`, `rate_limited`, `unavailable`.
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
  const { stored, giveBack } = await tryPassword(ctx, { email, password, device })
  const { userId, status, sessionEpoch } = stored
  if (status === 'blocked') throw new AppError('account_blocked')
  const asked = { userId, epoch: sessionEpoch, address: device.address }
  const proven = code === undefined || code === '' ? undefined : await proveWhereAsked(ctx, asked, code)

  // Refusals are thrown inside the tx, so that no code is used up without a session.
  const opening = transact(ctx, async (tx, publish) => {
    const id = await openSession(tx, publish, { userId, epoch: sessionEpoch, device })
    // The password was changed or the user blocked since it was read.
    if (id === undefined) throw new AppError('invalid_credentials')
    // Checked under the lock of `openSession`: a second factor turned on at this moment is either seen here
    // or ends this session.
    if (proven === undefined && (await hasTwoFactor(tx, userId))) throw new AppError('two_factor_required')
    if (proven !== undefined && !(await takeCode(tx, publish, proven)))
      throw new AppError('invalid_credentials')
    await recordSignIn(ctx, tx, publish, { userId, device, isEmailed: true })
    return id
  })
  const sessionId = await opening.catch(async (error: unknown) => {
    // The password was right.
    if (error instanceof AppError && error.code === 'two_factor_required') await giveBack()
    throw error
  })
  const [user] = await Promise.all([getUser(ctx.db, userId), giveBack()])
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user }
}

/** Undefined if the account has no second factor: a code nobody asked for is ignored. */
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

/** Being asked for a code is no failure, but it shows that the password is known. */
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
