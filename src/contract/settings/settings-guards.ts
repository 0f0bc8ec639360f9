import { gatewaySecretNames } from '#contract/base/gateways/registry.ts'
import type { Permission } from '#contract/base/permissions.ts'

/**
 * Permissions that staff need in addition to `settings` to change these: a mail server sees every password reset link,
 * a gateway receives the payments, and a bonus, a fee or a limit is money.
 */
export const changeNeeds: Readonly<Partial<Record<string, Permission>>> = {
  mail: 'staff',
  mail_password: 'staff',
  staff_sign_in: 'staff',
  gateways: 'money',
  ...Object.fromEntries(gatewaySecretNames.map((name) => [name, 'money' as const])),
  bonuses: 'money',
  payment_methods: 'money',
}

/** Sections that only owners change: third-party scripts on public pages, and where backups of everything go. */
export const ownersOnly: readonly string[] = [
  'visitor_tags',
  'backups',
  'backup_passphrase',
  'backup_secret_key',
]
