import type { Context } from '#server/context.ts'

import { deleteSandboxMailbox, saveSandboxMailbox } from './emails-queries.ts'

/** Keeps in the database where the sandbox takes letters, so that every process delivers there. */
export async function registerSandboxMailbox(
  { db, events }: Context,
  mailbox: { port: number; url: string },
): Promise<void> {
  await saveSandboxMailbox(db, mailbox)
  events.publish({ topic: 'settings' })
  events.publish({ topic: 'mail' })
}

/** Forgets it when the product runs without its sandbox: whatever listens there now is not ours. */
export async function retireSandboxMailbox({ db, events }: Context): Promise<void> {
  if (await deleteSandboxMailbox(db)) events.publish({ topic: 'settings' })
}
