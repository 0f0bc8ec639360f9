import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { findUserByEmail } from '#server/users/get-user.ts'

const failures: readonly ErrorCode[] = ['invalid_credentials', 'account_blocked', 'two_factor_required']

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
    if (error instanceof AppError && failures.includes(error.code))
      void noteFailure(ctx, { email, address, code: error.code })
    throw error
  }
}

async function noteFailure(
  ctx: Context,
  { email, address, code }: { email: string; address: string; code: ErrorCode },
): Promise<void> {
  // A flood asks for nobody.
  const isAsked = ctx.security.hasRoom('login_failed', address)
  const user = isAsked ? await findUserByEmail(ctx.db, email).catch(() => undefined) : undefined
  ctx.security.note('login_failed', { userId: user?.id, address, code })
}
