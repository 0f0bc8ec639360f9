import type { Tell, Tx } from '#server/database/transact.ts'
import { queueMail } from '#server/mails/queue-mail.ts'

import { insertConfirmation } from './confirmations-queries.ts'

/** A letter to the address, with the link that proves whose it is. Answers the confirmation's id. */
export async function askToConfirm(
  tx: Tx,
  tell: Tell,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const confirmation = String(await insertConfirmation(tx, { userId, email }))
  await queueMail(tx, tell, {
    userId,
    receiver: email,
    event: `email_confirmation:${confirmation}`,
    letter: 'email_confirmation',
    details: { confirmation },
  })
  return confirmation
}
