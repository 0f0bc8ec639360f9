import { texts } from '#web/platform/i18n/table.ts'

/** The dialog that asks for the password or a code again. */
export const proof = texts({
  title: "Confirm it's you",
  passwordLead: 'Enter your password to make this change.',
  codeLead: 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  usePassword: 'Use Password Instead',
  useCode: 'Use Code Instead',
  password: 'Current password',
  confirm: 'Confirm',
  failed: "Couldn't confirm. Try again.",
})
