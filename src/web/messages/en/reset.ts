import { texts } from '#web/platform/i18n/table.ts'

/** A forgotten password. Sentences of spec §5 and §8 stand word for word. */
export const reset = texts({
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter the email address of your account, and we will send you a link to set a new one.',
  forgotDescription: 'A link to set a new password is sent to the email address of your account.',
  email: 'Email',
  send: 'Send reset link',
  sendFailed: 'Could not send the reset email. Please try again.',
  sent: 'Password reset link has been sent to your email.',
  sentTitle: 'Look into your mailbox',
  sentLead:
    'If {email} has an account here, a letter with a link is on its way. The link works once, within an hour; a newer one takes its place.',
  sentHint: 'Nothing after some minutes? Look among spam, and check the spelling of the address.',
  another: 'Use another address',
  backToLogin: 'Back to login',
  resetTitle: 'Set a new password',
  resetLead: 'Choose a new password for your account. Every session is signed out then.',
  verifying: 'Verifying your link…',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  passwordHint: 'At least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  save: 'Set new password',
  saveFailed: 'Could not set the new password. Please try again.',
  doneTitle: 'Your password was changed',
  done: 'Every session was signed out; API keys keep working. The login page opens in 3 seconds: sign in there with the new password.',
  login: 'Login',
  invalidTitle: 'Invalid Token',
  invalid: 'reset token not found',
  invalidWhy: 'It was used already, a newer one was sent, or its hour is over.',
  newToken: 'Request a new link',
  verifyFailed: 'The link could not be verified. Please try again.',
  endKeys: 'Revoke all API keys',
  endKeysHint:
    'Recommended if someone else may have used your account. Apps using a key stop working until you give them a new one.',
})
