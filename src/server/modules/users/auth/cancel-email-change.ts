import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { isProofOf, readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { giveUpMove } from '#server/modules/users/confirm-address.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { lockConfirmation } from './confirmations-queries.ts'

/**
 * By the link of the warning to the address that the account has: no change of it is pending any more, whichever was asked for
 * last. The same link again says the same. Throws `confirmation_invalid`, also once the account has another address.
 */
export async function cancelEmailChange(
  ctx: Context,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const read = readLinkToken(token)
  if (read === undefined) throw new AppError('confirmation_invalid')
  const { userId, id, proof } = read
  await transact(ctx, async (tx) => {
    // In the order in which the link of the new address locks them: one of the two comes second.
    const confirmation = await lockConfirmation(tx, { userId, id: BigInt(id) })
    if (confirmation === undefined) throw new AppError('confirmation_invalid')
    const { email } = await getUser(tx, userId)
    if (!isProofOf(proof, { purpose: 'cancel-email-change', userId, id, email }, ctx.secrets))
      throw new AppError('confirmation_invalid')
    await giveUpMove(tx, userId)
  })
  ctx.security.note('email_change_canceled', { userId, address })
}
