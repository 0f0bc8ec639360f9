import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { isProofOf, readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { confirmAddress } from '#server/modules/users/confirm-address.ts'

import { lockConfirmation, useConfirmation } from './confirmations-queries.ts'

/**
 * By the link of a letter: the address is the user's, and a new one takes the place of the old. The same link again says
 * the same as long as it is so. Throws `confirmation_invalid`, and `email_taken` where somebody else has it by now.
 */
export async function confirmEmail(
  ctx: Context,
  { token, address }: { token: string; address: string },
): Promise<{ email: string }> {
  const read = readLinkToken(token)
  if (read === undefined) throw new AppError('confirmation_invalid')
  const key = { userId: read.userId, id: BigInt(read.id) }
  const confirmed = await transact(ctx, async (tx) => {
    const confirmation = await lockConfirmation(tx, key)
    if (confirmation === undefined) throw new AppError('confirmation_invalid')
    const { email, used_at: usedAt } = confirmation
    const linked = { purpose: 'confirm-email', userId: read.userId, id: read.id, email } as const
    if (!isProofOf(read.proof, linked, ctx.secrets)) throw new AppError('confirmation_invalid')
    const isConfirmed = await confirmAddress(tx, { userId: read.userId, email, mayChange: usedAt === null })
    if (!isConfirmed) throw new AppError('confirmation_invalid')
    await useConfirmation(tx, key)
    return { email }
  })
  ctx.security.note('email_confirmed', { userId: read.userId, address })
  return confirmed
}
