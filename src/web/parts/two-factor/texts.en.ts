import { texts } from '#web/platform/i18n/table.ts'

/** The second factor of one's own account, and the box of a code. */
export const twoFactorText = texts({
  title: 'Two-factor authentication',
  on: 'On',
  off: 'Off',
  lead: 'Signing in asks for a code of an app on your phone as well. Whoever learns your password does not get in with it.',
  since: 'Turned on',
  codesLeft: 'Recovery codes',
  left: { one: '{count} left', other: '{count} left' },
  few: 'Make new ones before they run out.',
  setUp: 'Set up',
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',
  required: 'Staff need two-factor authentication here. Set it up, and the administration is open to you again.',
  code: 'Code',
  codeHint: 'Six digits, from your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the ten that you kept. Each works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use a code of the app',
  // Setting it up
  setUpTitle: 'Set up two-factor authentication',
  passwordLead: 'First your password, so that nobody else does this at your device.',
  password: 'Current password',
  next: 'Next',
  scanLead: 'Scan this with an authenticator app, then enter the code that it shows.',
  qrCode: 'QR code for your authenticator app',
  byHand: 'Or type this key into the app:',
  turnOn: 'Turn on',
  keptLead:
    'Two-factor authentication is on, and other devices are signed out. Keep these codes where you find them without your phone: each signs you in once. They are not shown again.',
  newLead: 'Those before do not work any more. Each of these works once. They are not shown again.',
  codesTitle: 'Your recovery codes',
  codes: 'Recovery codes',
  download: 'Download',
  fileLead: 'Recovery codes for {name}, {email}',
  unkept: 'These codes are not shown again. Copy or download them, then say below that you have kept them.',
  kept: 'I have kept them',
  // Changing it
  turnOffTitle: 'Turn off two-factor authentication?',
  turnOffLead: 'From then on the password alone signs in. Other devices are signed out.',
  newCodesTitle: 'Make new recovery codes?',
  newCodesLead: 'The codes that you have do not work any more then.',
  makeCodes: 'Make new codes',
  isOff: 'Two-factor authentication is off',
  failed: 'This could not be done. Please try again.',
})

/** The dialog that asks for the password or a code again. */
export const proofText = texts({
  title: "Confirm it's you",
  passwordLead: 'Enter your password to make this change.',
  codeLead: 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  usePassword: 'Use Password Instead',
  useCode: 'Use Code Instead',
  password: 'Current password',
  confirm: 'Confirm',
  failed: "Couldn't confirm. Try again.",
})
