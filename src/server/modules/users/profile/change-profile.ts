import * as z from 'zod/mini'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { email as newEmail } from '#contract/base/fields.ts'
import type { Language } from '#contract/base/languages.ts'
import type { updateProfile as endpoint, User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { endOthers } from '#server/modules/users/auth/end-session.ts'
import { checkPassword, takePasswordTry } from '#server/modules/users/auth/prove-password.ts'
import { findUserByEmail, getUser } from '#server/modules/users/get-user.ts'
import { changeUserRow } from '#server/modules/users/users-queries.ts'

import { queueConfirmation } from './confirm-email.ts'

/**
 * A new email needs the password and is pending until it is confirmed; the current address is warned and every other
 * session ends. Everything else changes immediately. Throws `email_taken`, `rate_limited`, and `invalid_fields` for a
 * missing or wrong password.
 */
export async function changeProfile(
  ctx: Context,
  {
    userId,
    sessionId,
    profile,
    address,
  }: { userId: number; sessionId: string; profile: BodyOf<typeof endpoint>; address: string },
): Promise<User> {
  const { email: typed, password, pending_email: waiting, ...own } = profile
  const before = await getUser(ctx.db, userId)
  const email = typed === before.email ? typed : readEmail(typed)
  const isEmailChanged = email !== before.email
  // The pending address was requested with the password: if sent again, it stays pending.
  if (isEmailChanged && email !== before.pending_email)
    await checkNewEmail(ctx, { userId, email, password, address })
  await transact(ctx, async (tx, publish) => {
    const pendingEmail = isEmailChanged ? email : waiting === null ? null : undefined
    await updateProfile(tx, { userId, profile: { ...own, pendingEmail } })
    if (!isEmailChanged || before.pending_email === email) return
    // Another person who is signed in would stay so without receiving the account's emails.
    await endOthers(tx, publish, { userId, own: sessionId })
    const confirmation = await queueConfirmation(tx, publish, { userId, email })
    await queueEmail(tx, publish, {
      userId,
      receiver: before.email,
      event: `email_change_asked:${confirmation}`,
      kind: 'email_change_asked',
      details: { email, confirmation },
    })
  })
  if (isEmailChanged && before.pending_email !== email)
    ctx.security.note('email_change_asked', { userId, address })
  return getUser(ctx.db, userId)
}

/** Applies the rules for a new address. Throws `invalid_fields`. */
function readEmail(typed: string): string {
  const read = z.safeParse(z.object({ email: newEmail }), { email: typed }, { reportInput: true })
  if (read.success) return read.data.email
  throw invalidFields(toFieldRefusals(read.error.issues))
}

async function checkNewEmail(
  ctx: Context,
  {
    userId,
    email,
    password,
    address,
  }: { userId: number; email: string; password: string | undefined; address: string },
): Promise<void> {
  // Each request counts as an attempt. Whether an address is taken is only revealed after a correct password.
  await takePasswordTry(ctx, userId)
  if (password === undefined) throw invalidFields({ password: { code: 'current_password_required' } })
  await checkPassword(ctx, { userId, password, address })
  if ((await findUserByEmail(ctx.db, email)) !== undefined) throw new AppError('email_taken')
}

type Profile = {
  name: string
  phone?: string | null | undefined
  country?: string | null | undefined
  language?: Language | null | undefined
  /** Null: no address is pending. */
  pendingEmail: string | null | undefined
}

/** Absent members stay; null and an empty text clear a value. */
async function updateProfile(
  tx: Tx,
  { userId, profile }: { userId: number; profile: Profile },
): Promise<void> {
  const { name, phone, country, language, pendingEmail } = profile
  const change = {
    name,
    ...(pendingEmail === undefined ? {} : { pending_email: pendingEmail }),
    ...(phone === undefined ? {} : { phone: phone === '' ? null : phone }),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined || language === null ? {} : { language }),
  }
  await changeUserRow(tx, { userId, change })
}

export async function chooseLanguage(
  ctx: Context,
  { userId, language }: { userId: number; language: Language },
): Promise<User> {
  await transact(ctx, (tx) => changeUserRow(tx, { userId, change: { language } }))
  return getUser(ctx.db, userId)
}
