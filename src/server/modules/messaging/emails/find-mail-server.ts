import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { MailServer } from '#server/integrations/outgoing/send-email.ts'
import { openMailPassword } from '#server/modules/settings/settings-secrets.ts'

import type { MailServerBefore } from './mail-server-before.ts'
import { findSandboxMailbox } from './emails-queries.ts'

/** One of the operator's: that of now, or one before. */
export function toMailServer(
  { allowedNetworks, publicUrl }: Context['config'],
  { mail, password }: MailServerBefore,
): MailServer {
  return { ...mail, allowedNetworks, name: new URL(publicUrl).hostname, password, isGuarded: true }
}

/** The operator's, else the sandbox's. */
export async function findMailServer(ctx: Context, own: Settings['mail']): Promise<MailServer | undefined> {
  if (own !== null) return toMailServer(ctx.config, { mail: own, password: await openMailPassword(ctx) })
  const mailbox = await findSandboxMailbox(ctx.db)
  if (mailbox === undefined) return undefined
  const { allowedNetworks, publicUrl } = ctx.config
  return {
    allowedNetworks,
    name: new URL(publicUrl).hostname,
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
