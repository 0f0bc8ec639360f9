import type { Kysely } from 'kysely'

import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { MailServer } from '#server/integrations/outgoing/send-email.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { openMailPassword } from '#server/modules/settings/settings-secrets.ts'

import type { MailServerBefore } from './mail-server-before.ts'

/** The operator's mail server, else the sandbox's. Undefined if there is none. */
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
    // The sandbox is on loopback, and its address never comes from a form.
    isGuarded: false,
  }
}

/** The operator's mail server, current or previous. */
export function toMailServer(
  { allowedNetworks, publicUrl }: Context['config'],
  { mail, password }: MailServerBefore,
): MailServer {
  return { ...mail, allowedNetworks, name: new URL(publicUrl).hostname, password, isGuarded: true }
}

/** Whether emails are sent at all. */
export async function hasMailServer({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<boolean> {
  return (await settings.read()).mail !== null || (await findSandboxMailbox(db)) !== undefined
}

async function findSandboxMailbox(db: Kysely<DB>): Promise<{ port: number } | undefined> {
  return db.selectFrom('sandbox_mailbox').select('port').executeTakeFirst()
}

/** Stores where the sandbox takes emails, so that every process sends them there. */
export async function registerSandboxMailbox(
  { db, events }: Context,
  mailbox: { port: number; url: string },
): Promise<void> {
  await db
    .insertInto('sandbox_mailbox')
    .values(mailbox)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(mailbox))
    .execute()
  events.publish({ topic: 'settings' })
  events.publish({ topic: 'mail' })
}
