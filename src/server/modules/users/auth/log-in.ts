import { AppError, type ErrorCode } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import type { SecurityEvent } from '#server/lib/log/make-security-log.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findUserByEmail, getUser } from '#server/modules/users/get-user.ts'
import {
  type Asked,
  proveCode,
  type ProvenCode,
  takeCode,
} from '#server/modules/users/two-factor/prove-code.ts'
import { hasTwoFactor } from '#server/modules/users/two-factor/two-factor-queries.ts'

import { makeTokenSigner } from './authenticate.ts'
import { noteSignIn } from './record-sign-in.ts'
import type { Device } from './sessions-queries.ts'
import { openSession } from './start-session.ts'
import { tryPassword } from './try-password.ts'

/**
 * Email and password, and a code where the account has a second factor, for a token. Known and unknown emails take the same
 * steps and get the same answer; only the right password learns that an account is blocked or asks for a code, and a wrong
 * code is told as a wrong password is. Throws `invalid_credentials`, `two_factor_required`, `account_blocked`,
 * `rate_limited`, `unavailable`.
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

  // Whatever is refused in it is thrown, so that no code is used up for a session that is not there.
  const opening = transact(ctx, async (tx, publish) => {
    const id = await openSession(tx, publish, { userId, epoch: sessionEpoch, device })
    // Changed or blocked since it was read: what was checked is no longer so.
    if (id === undefined) throw new AppError('invalid_credentials')
    // Asked now that the account is locked: whoever turns it on at this moment is before this, or ends this session.
    if (proven === undefined && (await hasTwoFactor(tx, userId))) throw new AppError('two_factor_required')
    if (proven !== undefined && !(await takeCode(tx, publish, proven)))
      throw new AppError('invalid_credentials')
    await noteSignIn(ctx, tx, publish, { userId, device, isTold: true })
    return id
  })
  const sessionId = await opening.catch(async (error: unknown) => {
    // The password was no guess.
    if (error instanceof AppError && error.code === 'two_factor_required') await giveBack()
    throw error
  })
  const [user] = await Promise.all([getUser(ctx.db, userId), giveBack()])
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user }
}

/** Undefined where there is nothing to prove: a code that nobody asked for says nothing. */
async function proveWhereAsked(ctx: Context, asked: Asked, code: string): Promise<ProvenCode | undefined> {
  if (!(await hasTwoFactor(ctx.db, asked.userId))) return undefined
  const proven = await proveCode(ctx, asked, code)
  if (proven === undefined) throw new AppError('invalid_credentials')
  return proven
}

/** Who is asked for a code is on the way in: it is no failure, and tells all the same that the password is known. */
const events: Partial<Record<ErrorCode, SecurityEvent>> = {
  invalid_credentials: 'login_failed',
  account_blocked: 'login_failed',
  two_factor_required: 'second_factor_asked',
}

/** Has the log of security say how a sign-in went, and whose account it was about: by id, since an email is a person's. */
export async function noteLogIn<Result extends { user: Pick<User, 'id'> }>(
  ctx: Context,
  { email, address }: { email: string; address: string },
  logIn: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await logIn()
    ctx.security.note('signed_in', { userId: result.user.id, address })
    return result
  } catch (error) {
    // Nobody waits for it: what is answered, and when, is the same for emails that are known and that are not.
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
  // A flood asks for nobody.
  const isAsked = ctx.security.hasRoom(event, address)
  const user = isAsked ? await findUserByEmail(ctx.db, email).catch(() => undefined) : undefined
  ctx.security.note(event, { userId: user?.id, address, code })
}
