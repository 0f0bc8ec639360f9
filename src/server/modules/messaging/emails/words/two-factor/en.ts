import type { TwoFactorLetterWords } from '#server/modules/messaging/emails/words/email-words.ts'

export const twoFactorLetters: TwoFactorLetterWords = {
  two_factor_on: ({ brand, link }) => ({
    subject: `Two-factor sign-in is on at ${brand}`,
    paragraphs: [
      'Hello,',
      `Two-factor sign-in was just turned on for your account at ${brand}: from now on signing in asks for a code from your authenticator app, and every other session was signed out.`,
      'Keep your recovery codes where you find them without your phone. If it was not you, write to us at once.',
      { label: 'Write to us', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Two-factor sign-in is off at ${brand}`,
    paragraphs: [
      'Hello,',
      `Two-factor sign-in was just turned off for your account at ${brand}, with its password and a code. The password alone signs in now.`,
      'If it was not you, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  recovery_code_used: ({ brand, left, link }) => ({
    subject: `A recovery code was used at ${brand}`,
    paragraphs: [
      'Hello,',
      `One of the recovery codes of your account at ${brand} was just used in place of a code from your app. ${left === 0 ? 'None is' : left === 1 ? 'One is' : `${left} are`} left.`,
      'If it was you, make new codes before they run out. If not, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  recovery_codes_made: ({ brand, link }) => ({
    subject: `New recovery codes at ${brand}`,
    paragraphs: [
      'Hello,',
      `New recovery codes were just made for your account at ${brand}. The old ones no longer work.`,
      'If it was not you, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Your two-factor sign-in at ${brand} was turned off by us`,
    paragraphs: [
      'Hello,',
      `Our staff turned off the two-factor sign-in of your account at ${brand}, and every session was signed out. The password alone signs in now: please set up two-factor sign-in again.`,
      'If you did not ask for it, write to us at once.',
      { label: 'Write to us', link },
    ],
  }),
}
