import { randomUUID } from 'node:crypto'

import { gatewaySecretNames } from '#contract/base/gateways/registry.ts'
import { guardedSettings } from '#contract/messaging/notification-codes.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import type { ChangedSettings } from '#server/modules/settings/change-settings.ts'

import { sealMailServer } from './mail-server-before.ts'
import { queueEmailToStaff } from './queue-email.ts'

/**
 * Notifies every owner, in the app and by email, that one of `guardedSettings` was changed. If it was the mail server,
 * the email is sent through the previous one, since anyone who controls the new one could intercept it.
 */
export async function emailOwners(
  ctx: Pick<Context, 'secrets'>,
  tx: Tx,
  publish: Publish,
  { names, actorId, mailBefore }: ChangedSettings,
): Promise<void> {
  const sections = guardedSettings.filter((section) => names.some((name) => sectionOf(name) === section))
  if (sections.length === 0) return
  const details = { sections, staff_id: actorId }
  for (const section of sections)
    await notifyStaff(tx, publish, {
      needs: 'owner',
      code: 'setting_changed',
      details: { section, staff_id: actorId },
    })
  await queueEmailToStaff(tx, publish, {
    needs: 'owner',
    receiver: null,
    event: `setting_changed:${randomUUID()}`,
    kind: 'setting_changed',
    details,
    ...(mailBefore !== undefined && { server: sealMailServer(ctx.secrets, mailBefore) }),
  })
}

const sectionsOfSecrets: Readonly<Record<string, string>> = {
  mail_password: 'mail',
  backup_secret_key: 'backups',
  backup_passphrase: 'backups',
  ...Object.fromEntries(gatewaySecretNames.map((name) => [name, 'gateways'])),
}

function sectionOf(name: string): string {
  return sectionsOfSecrets[name] ?? name
}
