import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import { lockRenewals, stopOldest } from './ending-queries.ts'
import { type Device, insertSession } from './sessions-queries.ts'

/**
 * A session of this epoch, or of whichever is now. Of more than `limits.sessionsPerUser` the oldest sign-in ends, also where
 * many come at once. Undefined when the user is blocked or gone, or the epoch is over.
 */
export async function openSession(
  tx: Tx,
  publish: Publish,
  { userId, epoch, device }: { userId: number; epoch?: number; device: Device },
): Promise<string | undefined> {
  await lockRenewals(tx, userId)
  const id = await insertSession(tx, { userId, device, ...(epoch !== undefined && { epoch }) })
  if (id === undefined) return undefined
  for (const sessionId of await stopOldest(tx, userId)) publish({ topic: 'session', userId, sessionId })
  return id
}
