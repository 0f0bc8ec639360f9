import type { Permission } from '#contract/base/permissions.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import type { Letter } from './email-kinds.ts'
import { insertMail, insertMailToStaff, insertMailToUser } from './emails-queries.ts'

export type NewMail = Letter & { userId: number; receiver: string; event: string }

/**
 * A letter that is sent after the commit, with retries. The same event to the same receiver is one letter, however often
 * it is asked for.
 */
export async function queueMail(tx: Tx, publish: Publish, mail: NewMail): Promise<void> {
  await insertMail(tx, mail)
  publish({ topic: 'mail' })
}

/** The same to the address of a user's account, as it is now. */
export async function queueMailToUser(
  tx: Tx,
  publish: Publish,
  mail: Omit<NewMail, 'receiver'> & Letter,
): Promise<void> {
  await insertMailToUser(tx, mail)
  publish({ topic: 'mail' })
}

/** To the operator's own address, else to every member of staff who may do what is `needs`. */
export async function queueMailToStaff(
  tx: Tx,
  publish: Publish,
  mail: Letter & {
    event: string
    needs: Permission | 'owner'
    receiver: string | null
    /** Sealed: goes over this one instead of the one that is set up by then. */
    server?: Buffer
  },
): Promise<void> {
  await insertMailToStaff(tx, mail)
  publish({ topic: 'mail' })
}
