import { AppError, type ErrorCode } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import type { SecurityEvent } from '#server/lib/log/make-security-log.ts'
import { findUserByEmail } from '#server/modules/users/get-user.ts'

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
