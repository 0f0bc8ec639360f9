import type { Settings } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { MailServer } from '#server/integrations/smtp/send-letter.ts'
import { openMailPassword } from '#server/settings/settings-secrets.ts'

import { findSandboxMailbox } from './mails-queries.ts'

/** The operator's, else the sandbox's. */
export async function findMailServer(ctx: Context, own: Settings['mail']): Promise<MailServer | undefined> {
  const { allowedNetworks, publicUrl } = ctx.config
  const shared = { allowedNetworks, name: new URL(publicUrl).hostname }
  if (own !== null) return { ...own, ...shared, password: await openMailPassword(ctx), isGuarded: true }
  const mailbox = await findSandboxMailbox(ctx.db)
  if (mailbox === undefined) return undefined
  return {
    ...shared,
    host: '127.0.0.1',
    port: mailbox.port,
    security: 'none',
    user: null,
    password: undefined,
    from: 'panel@sandbox.example',
    // Its own address lies on loopback, and is never taken from a form.
    isGuarded: false,
  }
}
