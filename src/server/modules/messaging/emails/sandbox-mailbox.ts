import type { Context } from '#server/context.ts'

import { saveSandboxMailbox } from './emails-queries.ts'

/** Keeps in the database where the sandbox takes letters, so that every process delivers there. */
export async function registerSandboxMailbox(
  { db, events }: Context,
  mailbox: { port: number; url: string },
): Promise<void> {
  await saveSandboxMailbox(db, mailbox)
  events.publish({ topic: 'settings' })
  events.publish({ topic: 'mail' })
}
