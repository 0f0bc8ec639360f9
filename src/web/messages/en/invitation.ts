import { texts } from '#web/platform/i18n/table.ts'

/** Where an invited person sets their password. */
export const invitation = texts({
  title: 'Set your password',
  lead: '{name}, you are invited. This account is for {email}.',
  leadUnknown: 'You are invited. Choose a password for your account.',
  password: 'Password',
  confirmPassword: 'Confirm password',
  passwordHint: 'At least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  accept: 'Set password and sign in',
  overTitle: 'This invitation is over',
  over: 'It was used already, a newer one was sent, or its seven days are over. Whoever invited you can send another.',
  login: 'Login',
})
