import type { Permission } from '#contract/base/permissions.ts'

/**
 * What staff need beside `settings` to change these: a mail server reads everybody's links for a new password, a gateway
 * receives the money, and a bonus is money.
 */
export const changeNeeds: Readonly<Partial<Record<string, Permission>>> = {
  mail: 'staff',
  mail_password: 'staff',
  staff_sign_in: 'staff',
  gateways: 'money',
  cryptomus_key: 'money',
  bonuses: 'money',
}

/** Owners are notified when one of these changes. */
export const guardedSettings = ['mail', 'gateways', 'bonuses'] as const
export type GuardedSetting = (typeof guardedSettings)[number]
