import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueMail } from '#server/modules/messaging/emails/queue-email.ts'
import { isAddressConfirmed } from '#server/modules/users/confirm-address.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { insertConfirmation } from './confirmations-queries.ts'
import { takeTry } from './limit-tries.ts'

/** A letter to the address, with the link that proves whose it is. Answers the confirmation's id. */
export async function askToConfirm(
  tx: Tx,
  publish: Publish,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const confirmation = String(await insertConfirmation(tx, { userId, email }))
  await queueMail(tx, publish, {
    userId,
    receiver: email,
    event: `email_confirmation:${confirmation}`,
    letter: 'email_confirmation',
    details: { confirmation },
  })
  return confirmation
}

/** For an account whose address was never confirmed. Answers the address. Throws `rate_limited`. */
export async function sendConfirmation(ctx: Context, userId: number): Promise<string> {
  const { email } = await getUser(ctx.db, userId)
  if (await isAddressConfirmed(ctx.db, userId)) return email
  await takeTry(ctx, { what: 'confirmation', parts: [userId] })
  await transact(ctx, (tx, publish) => askToConfirm(tx, publish, { userId, email }))
  return email
}
