import { createHash } from 'node:crypto'

import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { makeLinkToken } from '#server/mails/link-token.ts'
import { queueMail } from '#server/mails/queue-mail.ts'
import { findPassword } from '#server/users/user-passwords.ts'

import { takeTry } from '#server/auth/limit-tries.ts'
import { insertResetRequest, replaceReset, takeResetRequests } from './resets-queries.ts'

const BATCH = 50

/**
 * Keeps that this address asked, and nothing more: who has an account is looked up by `writeResets`, so neither the answer
 * nor its time tells. Throws `rate_limited`, for known and unknown addresses alike.
 */
export async function askForReset(ctx: Context, email: string): Promise<void> {
  await takeTry(ctx, { what: 'reset', parts: [email] })
  await insertResetRequest(ctx.db, email)
  ctx.news.tell({ topic: 'reset' })
}

/**
 * A letter to each who asked and has an account with a password that may be used. Whoever is blocked, deleted or invited
 * gets none: an invitation is another way in. Answers whether there may be more.
 */
export async function writeResets(ctx: Context): Promise<boolean> {
  return transact(ctx, async (tx, tell) => {
    const emails = await takeResetRequests(tx, BATCH)
    for (const email of new Set(emails)) {
      const stored = await findPassword(tx, { email })
      if (stored?.passwordHash === undefined || stored.status !== 'active') continue
      const { userId } = stored
      const hashOf = (id: bigint) => hashToken(tokenOf(ctx, { userId, id, email }))
      const reset = String(await replaceReset(tx, { userId, email, hashOf }))
      const event = `password_reset:${reset}`
      await queueMail(tx, tell, {
        userId,
        receiver: email,
        event,
        letter: 'password_reset',
        details: { reset },
      })
    }
    return emails.length === BATCH
  })
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function tokenOf({ secrets }: Context, reset: { userId: number; id: bigint; email: string }): string {
  const { userId, id, email } = reset
  return makeLinkToken(secrets.signingKey, { purpose: 'reset-password', userId, id: String(id), email })
}
