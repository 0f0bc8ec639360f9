import { texts } from '#web/platform/i18n/table.ts'

/** Two-factor authentication of the user's own account, and the field for a code. */
export const twoFactorText = texts({
  title: 'Two-factor authentication',
  on: 'On',
  off: 'Off',
  lead: "Signing in also requires a code from an app on your phone, so a stolen password isn't enough.",
  since: 'Turned on',
  codesLeft: 'Recovery codes',
  left: { one: '{count} left', other: '{count} left' },
  few: 'Create new ones before they run out.',
  setUp: 'Set Up',
  newCodes: 'New Recovery Codes',
  turnOff: 'Turn Off',
  required: 'Staff are required to use two-factor authentication. Set it up to continue.',
  code: 'Code',
  codeHint: '6 digits from your authenticator app',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of your ten recovery codes. Each works once.',
  useRecovery: 'Use a Recovery Code',
  useApp: 'Use an App Code',
  // Setting it up
  setUpTitle: 'Set Up Two-Factor Authentication',
  passwordLead: "Enter your password to confirm it's you.",
  password: 'Current password',
  next: 'Next',
  scanLead: 'Scan this with an authenticator app, then enter the code it shows.',
  qrCode: 'QR code for your authenticator app',
  byHand: 'Or type this key into the app:',
  turnOn: 'Turn On',
  keptLead:
    "Two-factor authentication is on, and other devices were signed out. Store these codes somewhere you can reach without your phone: each signs you in once. They won't be shown again.",
  newLead: "Your old codes no longer work. Each new code works once. They won't be shown again.",
  codesTitle: 'Your recovery codes',
  codes: 'Recovery codes',
  download: 'Download',
  fileLead: 'Recovery codes for {name}, {email}',
  unkept: "These codes won't be shown again. Copy or download them, then confirm below.",
  kept: "I've Stored Them",
  // Changing it
  turnOffTitle: 'Turn off two-factor authentication?',
  turnOffLead: "You'll sign in with your password only. Other devices will be signed out.",
  newCodesTitle: 'Create new recovery codes?',
  newCodesLead: 'Your current codes will stop working.',
  makeCodes: 'Create New Codes',
  isOff: 'Two-factor authentication is off',
  failed: 'Something went wrong. Please try again.',
})

/** The dialog that asks for the password or a code again. */
export const proofText = texts({
  title: "Confirm It's You",
  passwordLead: 'Enter your password to make this change.',
  codeLead: 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  usePassword: 'Use Password Instead',
  useCode: 'Use Code Instead',
  password: 'Current password',
  confirm: 'Confirm',
  failed: "Couldn't confirm. Please try again.",
})
